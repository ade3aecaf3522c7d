import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { describeUnknownVariables } from './unknown-variables.ts';

const linesFor = (...names: string[]): string[] =>
  describeUnknownVariables(readConfig(Object.fromEntries(names.map((name) => [name, '']))));

describe('a variable that looks like one of the gateway’s', () => {
  it.each([
    ['CLAIMGATE_OPENAI_KEY', 'CLAIMGATE_OPENAI_KEYS'],
    ['CLAIMGATE_SANDBX', 'CLAIMGATE_SANDBOX'],
    ['CLAIMGATE_CONFG', 'CLAIMGATE_CONFIG'],
    ['CLAIMGATE_DATADIR', 'CLAIMGATE_DATA_DIR'],
    ['CLAIMGATE_SECRETS', 'CLAIMGATE_SECRET'],
    ['CLAIMGATE_BRAV_KEY', 'CLAIMGATE_BRAVE_KEY'],
    ['CLAIMGATE_ANTROPIC_BASE_URL', 'CLAIMGATE_ANTHROPIC_BASE_URL'],
    ['CLAIMGATE_REDIS_URL', 'REDIS_URL'],
    ['CLAIMGATE_LOG_LEVEL', 'LOG_LEVEL'],
  ])('%s is named, with %s', (name, meant) => {
    expect(linesFor(name)).toEqual([`${name}: is no setting and is ignored; is ${meant} meant?`]);
  });

  it.each([
    [
      'settings',
      ['CLAIMGATE_CONFIG', 'CLAIMGATE_SECRET_FILE', 'CLAIMGATE_BRAVE_KEY_FILE', 'CLAIMGATE_API_KEY'],
    ],
    ['those of providers', ['CLAIMGATE_OPENAI_KEYS', 'CLAIMGATE_XAI_KEYS_FILE', 'CLAIMGATE_GOOGLE_BASE_URL']],
    [
      'what Kubernetes sets for a service',
      ['CLAIMGATE_PORT', 'CLAIMGATE_SERVICE_HOST', 'CLAIMGATE_PORT_8080_TCP_ADDR'],
    ],
    ['somebody’s own', ['CLAIMGATE_TEST_ALL', 'CLAIMGATE_DEPLOYMENT_COLOUR']],
  ])('is not named where it is among %s', (_what, names) => {
    expect(linesFor(...names)).toEqual([]);
  });
});
