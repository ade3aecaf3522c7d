import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressRefused, createAddressGuard, isPublic, type Resolve } from './address-guard.ts';
import { createHttpClient } from './http-client.ts';

describe('which addresses are public', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1.1.1.1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    'localhost',
    '',
  ])('%j is not', (address) => expect(isPublic(address)).toBe(false));

  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '198.35.26.96',
    '2620:0:862:ed1a::1',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('%s is', (address) => expect(isPublic(address)).toBe(true));
});

describe('a connection to a host of others', () => {
  let port = 0;
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('inside');
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const resolveTo =
    (...addresses: string[]): Resolve =>
    (_hostname, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );

  const call = async (hostname: string, named: readonly string[], resolve?: Resolve): Promise<string> => {
    const guard = createAddressGuard({ named, ...(resolve === undefined ? {} : { resolve }) });
    const http = createHttpClient({ connectTimeout: 1_000, guard });
    try {
      const reply = await http.call({
        method: 'GET',
        origin: `http://${hostname}:${port}`,
        path: '/',
        headers: {},
        firstByteTimeout: 1_000,
        idleTimeout: 1_000,
      });
      return await reply.body.text(100);
    } finally {
      await http.close();
    }
  };

  it.each(['127.0.0.1', 'localhost', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'is refused where that is http://%s',
    async (hostname) => {
      const before = asked;
      const canonical = new URL(`http://${hostname}`).hostname;
      await expect(call(canonical, [])).rejects.toBeInstanceOf(AddressRefused);
      expect(asked).toBe(before);
    },
  );

  it('is refused where the name resolves to a private address', async () => {
    await expect(call('search.example', [], resolveTo('127.0.0.1'))).rejects.toBeInstanceOf(AddressRefused);
    await expect(call('search.example', [], resolveTo('::1', '10.0.0.1'))).rejects.toBeInstanceOf(
      AddressRefused,
    );
  });

  it('is made where config names the host', async () => {
    expect(await call('127.0.0.1', ['127.0.0.1'])).toBe('inside');
    expect(await call('search.example', ['SEARCH.example'], resolveTo('127.0.0.1'))).toBe('inside');
  });

  it('passes over the private addresses of a name that has public ones too', async () => {
    const guard = createAddressGuard({ named: [], resolve: resolveTo('10.0.0.1', '1.1.1.1', '::1') });
    const found = await new Promise((resolve) => {
      guard.lookup('mixed.example', { all: true }, (_error, addresses) => resolve(addresses));
    });
    expect(found).toEqual([{ address: '1.1.1.1', family: 4 }]);
  });

  it('says that a name does not resolve in the resolver’s own words', async () => {
    const unknown: Resolve = (_hostname, _options, done) =>
      done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []);
    await expect(call('nowhere.example', [], unknown)).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'ENOTFOUND',
    });
  });
});
