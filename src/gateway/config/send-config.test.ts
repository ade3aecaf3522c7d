import { expect, it } from 'vitest';
import { ApiKey } from '../../domain/api-key.ts';
import { readConfig } from './read-config.ts';
import { packConfig, unpackConfig } from './send-config.ts';

it('a config is the same after it was sent to another process, keys of sources and providers too', () => {
  const [brave, wikipedia] = [
    { name: 'brave', key: ApiKey.parse('brave-0123456789')! },
    { name: 'wikipedia' },
  ];
  const env = {
    PORT: '0',
    CLAIMGATE_OPENAI_KEYS: 'sk-one, sk-two',
    CLAIMGATE_ADMIN_KEYS: `ann:${'k'.repeat(32)}`,
  };
  const config = { ...readConfig(env), sources: [brave, wikipedia] };
  const paper = {
    name: 'paper',
    archive: { kind: 'postgres', url: ApiKey.parse('postgres://u:secret@h/d')! },
  };
  const withArchive = { ...readConfig({}), sources: [paper as never] };
  const [archive] = unpackConfig(structuredClone(packConfig(withArchive))).sources;
  expect(archive?.archive).toMatchObject({ kind: 'postgres', url: expect.any(ApiKey) });
  const signIn = { name: 'Example', clientSecret: ApiKey.parse('client-0123456789')! };
  const withSignIn = { ...readConfig({}), signIn: signIn as never };
  const { clientSecret } = unpackConfig(structuredClone(packConfig(withSignIn))).signIn!;
  expect(clientSecret.reveal()).toBe('client-0123456789');
  const sent = unpackConfig(structuredClone(packConfig(config)));
  expect(sent).toEqual(config);
  expect(sent.adminKeys.map(({ key, name }) => [name, key.reveal()])).toEqual([['ann', 'k'.repeat(32)]]);
  expect(sent.sources[0]?.key?.reveal()).toBe('brave-0123456789');
  expect(sent.providers.openai?.keys?.map((key) => key.reveal())).toEqual(['sk-one', 'sk-two']);
});
