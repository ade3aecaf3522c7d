/** Variables of the environment that look like the gateway's own and are none: typing errors, most often. */

import { editDistance } from '../../domain/edit-distance.ts';
import { keyVariable } from '../../engine/factcheck/sources/open-outside-source.ts';
import { OUTSIDE_SOURCES } from '../../engine/factcheck/sources/registry.ts';
import type { Config } from '../config/read-config.ts';
import { providerVariables } from '../config/read-providers.ts';

const PREFIX = 'CLAIMGATE_';
/** Read besides the variables of providers and sources; `CLAIMGATE_API_KEY` by the command line. */
const PLAIN = ['CONFIG', 'DATA_DIR', 'SANDBOX', 'API_KEY'].map((name) => PREFIX + name);
const SECRET = [
  'SECRET',
  'OLD_SECRETS',
  'ADMIN_KEYS',
  'JUDGE_KEY',
  'SIGN_IN_SECRET',
  'WEBHOOK_SECRETS',
  'CORPUS_URL',
].map((name) => PREFIX + name);
/** Read without the prefix. `PORT` is not among them: Kubernetes sets `CLAIMGATE_PORT` for a service of this name. */
const UNPREFIXED = ['HOST', 'DATABASE_URL', 'REDIS_URL', 'LOG_LEVEL'];
/** A name that differs by more is taken for somebody's own. */
const MOST_APART = 2;

/** @returns a line for each, with the name that may be meant. */
export function describeUnknownVariables({
  variables,
  providers,
  sources,
}: Pick<Config, 'variables' | 'providers' | 'sources'>): string[] {
  const archives = sources.filter(({ archive }) => archive !== undefined);
  const secret = [...SECRET, ...[...OUTSIDE_SOURCES, ...archives].map(({ name }) => keyVariable(name))];
  const known = [
    ...PLAIN,
    ...secret.flatMap((name) => [name, `${name}_FILE`]),
    ...providerVariables(Object.keys(providers)),
  ];
  return variables.flatMap((name) => {
    if (known.includes(name)) return [];
    const unprefixed = UNPREFIXED.find((one) => name === PREFIX + one);
    const meant = unprefixed ?? nearest(name, known);
    return meant === undefined ? [] : [`${name}: is no setting and is ignored; is ${meant} meant?`];
  });
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((one) => ({ one, distance: editDistance(name, one) }))
    .sort((a, b) => a.distance - b.distance);
  return ranked.find(({ distance }) => distance <= MOST_APART)?.one;
}
