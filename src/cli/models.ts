import type { Command } from 'commander';
import { loadCatalogue } from '../gateway/wiring/load-catalogue.ts';
import { withLongHelp } from './long-help.ts';
import type { Terminal } from './terminal.ts';
import { formatTable, toJsonLines } from './write-output.ts';

/** `claimgate models`: the catalogue, a model a line. */
export function addModelsCommand(command: Command, { readConfig, stdout }: Terminal): void {
  command.option('--json', 'as JSON Lines').action(async ({ json }: { json?: true }) => {
    const { providers, defaultModel } = loadCatalogue(await readConfig());
    const rows = providers.flatMap(({ name: provider, models }) =>
      models.map(({ id, tier, contextWindow, name }) => ({
        id,
        provider,
        tier,
        context_window: contextWindow ?? null,
        name,
        default: id === defaultModel,
      })),
    );
    const cells = rows.map((row) => [
      row.id + (row.default ? ' *' : ''),
      row.provider,
      row.tier,
      String(row.context_window ?? '-'),
      row.name,
    ]);
    stdout.write(json === true ? toJsonLines(rows) : formatTable(cells));
  });
  withLongHelp(command, {
    about:
      'The columns are id, provider, tier, context window and name. The model with a * answers if a request names none. Other models: provider/id, such as openai/NAME.',
    examples: [['claimgate models'], ['claimgate models --json | jq -r \'select(.tier == "basic").id\'']],
  });
}
