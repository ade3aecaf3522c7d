import { Command } from 'commander';
import { readConfig } from '../config/read-config.ts';
import { loadCatalogue } from '../wiring/load-catalogue.ts';
import { formatTable, toJsonLines } from './write-output.ts';

/** `claimgate models`: the catalogue, a model a line. */
export function modelsCommand(): Command {
  return new Command('models')
    .description('list the models: id, provider, tier, context window, name')
    .option('--json', 'as JSON Lines')
    .action((options: { json?: true }) => {
      const catalogue = loadCatalogue(readConfig());
      const rows = catalogue.providers.flatMap((provider) =>
        provider.models.map((model) => ({
          id: model.id,
          provider: provider.name,
          tier: model.tier,
          context_window: model.contextWindow ?? null,
          name: model.name,
          default: model.id === catalogue.defaultModel,
        })),
      );
      const cells = rows.map((row) => [
        row.id + (row.default ? ' *' : ''),
        row.provider,
        row.tier,
        String(row.context_window ?? '-'),
        row.name,
      ]);
      process.stdout.write(options.json === true ? toJsonLines(rows) : formatTable(cells));
    });
}
