import { type FakeSearch, searchConfig, startFakeSearch } from './fake-search.ts';
import { type JudgingProvider, startJudgingProvider } from './judging-provider.ts';
import { envFor } from './provider-wires.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

export interface JudgedGateway {
  readonly provider: JudgingProvider;
  readonly search: FakeSearch;
  readonly gateway: Gateway;
  stop(): Promise<unknown>;
}

/**
 * Starts a gateway, without limits, between a provider that answers and judges and a search engine.
 * @param factCheck its settings, in YAML.
 * @param more of the config, in YAML.
 */
export async function startJudgedGateway(factCheck: string, more = ''): Promise<JudgedGateway> {
  const [provider, search] = await Promise.all([startJudgingProvider(), startFakeSearch()]);
  const gateway = await startGateway({
    env: envFor(provider),
    yaml: `plans: { default: enterprise }\nfact_check: ${factCheck}\n${searchConfig(search)}\n${more}`,
  });
  return {
    provider,
    search,
    gateway,
    stop: () => Promise.all([gateway.stop(), provider.stop(), search.stop()]),
  };
}
