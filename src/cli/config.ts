import type { Command } from 'commander';
import { loadCatalogue } from '../wiring/load-catalogue.ts';
import { openSources } from '../wiring/open-sources.ts';
import type { Terminal } from './terminal.ts';

/** `claimgate config check`: whether the config can be used, without starting anything. */
export function addConfigCommand(program: Command, { readConfig, stderr }: Terminal): void {
  program
    .command('config')
    .description('check the configuration')
    .command('check')
    .description('check the config file and the environment')
    .action(async () => {
      const config = await readConfig();
      const catalogue = loadCatalogue(config);
      const { chosen, close } = openSources(config, []);
      await close();
      stderr.write(
        `The config is good: ${catalogue.providers.length} providers, ${catalogue.models.size} models, ` +
          `${config.plans.size} plans (default ${config.defaultPlan}), fact checking ${config.factCheck.mode}, ` +
          `${chosen.length} outside sources, sandbox ${config.sandbox}.\n`,
      );
    });
}
