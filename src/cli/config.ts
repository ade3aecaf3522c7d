import type { Command } from 'commander';
import { loadCatalogue } from '../gateway/wiring/load-catalogue.ts';
import { openSources } from '../gateway/wiring/open-sources.ts';
import { describeUnknownVariables } from '../gateway/wiring/unknown-variables.ts';
import { count } from './count.ts';
import { withLongHelp } from './long-help.ts';
import type { Terminal } from './terminal.ts';

/** `claimgate config check`: whether the config can be used, without starting anything. */
export function addConfigCommand(command: Command, { readConfig, stderr }: Terminal): void {
  command
    .command('check')
    .description('check the config file and the environment')
    .action(async () => {
      const config = await readConfig();
      const catalogue = loadCatalogue(config);
      const { chosen, close } = openSources(config, []);
      await close();
      for (const line of describeUnknownVariables(config)) stderr.write(`${line}\n`);
      stderr.write(
        `The config is good: ${count(catalogue.providers.length, 'provider')}, ${count(catalogue.models.size, 'model')}, ` +
          `${count(config.plans.size, 'plan')} (default ${config.defaultPlan}), fact checking ${config.factCheck.mode}, ` +
          `${count(chosen.length, 'outside source')}, sandbox ${config.sandbox}.\n`,
      );
    });
  withLongHelp(command, { examples: [['CLAIMGATE_CONFIG=claimgate.yaml claimgate config check']] });
}
