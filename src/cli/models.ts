import { Command } from 'commander';
import { readConfig } from '../config/read-config.ts';
import { loadCatalogue } from '../wiring/load-catalogue.ts';

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
      if (options.json === true) {
        for (const row of rows) console.log(JSON.stringify(row));
        return;
      }
      const cells = rows.map((row) => [
        row.id + (row.default ? ' *' : ''),
        row.provider,
        row.tier,
        String(row.context_window ?? '-'),
        row.name,
      ]);
      const widths = [0, 1, 2, 3].map((column) =>
        Math.max(...cells.map((row) => (row[column] as string).length)),
      );
      for (const row of cells) {
        console.log(
          row
            .map((cell, column) => cell.padEnd(widths[column] ?? 0))
            .join('  ')
            .trimEnd(),
        );
      }
    });
}
