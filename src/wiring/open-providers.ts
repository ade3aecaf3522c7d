/** Joins what reaches models: the catalogue, the sandbox, and the way out. The server and the command line share it. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { detectClaims } from '../claims/detect.ts';
import type { Config } from '../config/read-config.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Catalogue } from '../providers/catalogue.ts';
import { isSandboxKey } from '../sandbox/sandbox-keys.ts';
import { type SandboxOptions, startSandbox } from '../sandbox/server.ts';
import { createUpstream, type UpstreamOptions } from '../upstream/call-provider.ts';
import { createCircuit } from '../wire/circuit.ts';
import { createHttpClient } from '../wire/http-client.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { createModelDirectory, type NamedModels } from './model-directory.ts';

export const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export type Providers = Awaited<ReturnType<typeof openProviders>>;

export interface ProvidersOptions extends Pick<UpstreamOptions, 'random' | 'sleep'> {
  /** Pace of the sandbox's answers; a human one unless said otherwise. */
  readonly sandboxPace?: NonNullable<SandboxOptions['pace']>;
}

/** @throws ConfigError where the catalogue cannot be used. */
export async function openProviders(config: Config, options: ProvidersOptions) {
  // Before anything is opened that would have to be closed again.
  let catalogue = loadCatalogue(config);
  const sandbox =
    config.sandbox === 'off'
      ? undefined
      : await startSandbox({
          token: randomBytes(16).toString('hex'),
          detect: detectClaims,
          ...(options.sandboxPace === undefined ? {} : { pace: options.sandboxPace }),
        });
  const http = createHttpClient({ connectTimeout: config.upstream.connectTimeout });
  const upstream = createUpstream({
    http,
    circuit: createCircuit({ failures: 8, deadAfter: 1_000, pause: 500, now: () => performance.now() }),
    random: options.random,
    sleep: options.sleep,
    userAgent: `claimgate/${VERSION}`,
  });
  const isSandboxed = (key: ApiKey): boolean =>
    sandbox !== undefined && (config.sandbox === 'all' || isSandboxKey(key.reveal()));
  let models = createModelDirectory({ catalogue, config, sandbox, isSandboxed });
  const current: NamedModels = {
    find: (id, key, field) => models.find(id, key, field),
    callRules: (id) => models.callRules(id),
    providerOf: (id) => models.providerOf(id),
  };
  return {
    /** As it is at the moment. */
    get catalogue(): Catalogue {
      return catalogue;
    },
    models: current,
    upstream,
    http,
    /** Absent where it is off. */
    sandbox,
    /**
     * From now on this catalogue and these providers hold. Requests under way keep theirs.
     * @throws ConfigError where they cannot be used; then nothing has changed.
     */
    reload({ catalogue: data, providers }: Pick<Config, 'catalogue' | 'providers'>): void {
      const next = { ...config, catalogue: data, providers };
      const loaded = loadCatalogue(next);
      models = createModelDirectory({ catalogue: loaded, config: next, sandbox, isSandboxed });
      catalogue = loaded;
    },
    async close(): Promise<void> {
      await Promise.all([http.close(), sandbox?.close()]);
    },
  };
}
