import { Command } from 'commander';
import { readConfig } from '../config/read-config.ts';
import { loadCatalogue } from '../wiring/load-catalogue.ts';
import { openSources } from '../wiring/open-sources.ts';

/** `claimgate config check`: whether the config can be used, without starting anything. */
export function configCommand(): Command {
  const check = new Command('check')
    .description('check the config file and the environment')
    .action(async () => {
      const config = readConfig();
      const catalogue = loadCatalogue(config);
      const { chosen, close } = openSources(config, []);
      await close();
      console.error(
        `The config is good: ${catalogue.providers.length} providers, ${catalogue.models.size} models, ` +
          `${config.plans.size} plans (default ${config.defaultPlan}), fact checking ${config.factCheck.mode}, ` +
          `${chosen.length} sources outside, sandbox ${config.sandbox}.`,
      );
    });
  return new Command('config').description('the config').addCommand(check.exitOverride());
}
