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

  // The first and the last address of each block of IANA's registries that is not globally reachable, and of what they
  // leave out: translated addresses of IPv4 (RFC 2765), site-local and unassigned ones.
  it.each([
    ['"this network"', '0.0.0.0', '0.255.255.255'],
    ['private use', '10.0.0.0', '10.255.255.255'],
    ['shared address space', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.255.255.255'],
    ['link-local', '169.254.0.0', '169.254.255.255'],
    ['private use', '172.16.0.0', '172.31.255.255'],
    ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
    ['documentation', '192.0.2.0', '192.0.2.255'],
    ['6to4 relay anycast', '192.88.99.0', '192.88.99.255'],
    ['private use', '192.168.0.0', '192.168.255.255'],
    ['benchmarking', '198.18.0.0', '198.19.255.255'],
    ['documentation', '198.51.100.0', '198.51.100.255'],
    ['documentation', '203.0.113.0', '203.0.113.255'],
    ['multicast', '224.0.0.0', '239.255.255.255'],
    ['reserved, broadcast', '240.0.0.0', '255.255.255.255'],
    ['unspecified, loopback', '::', '::1'],
    ['IPv4-compatible', '::1.1.1.1', '::ffff:ffff'],
    ['IPv4-mapped, private', '::ffff:10.0.0.0', '::ffff:192.168.255.255'],
    ['IPv4-translated', '::ffff:0:0.0.0.0', '::ffff:0:255.255.255.255'],
    ['IPv4-translated, loopback', '::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
    ['NAT64, private', '64:ff9b::10.0.0.0', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discard-only', '100::', '100::ffff:ffff:ffff:ffff'],
    ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['IETF protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarking', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4, private', '2002:a00:1::', '2002:c0a8:101::1'],
    ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unassigned', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique-local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('those of no block for special purposes: %s', (_block, first, last) => {
    expect([first, last].filter(isPublic)).toEqual([]);
  });

  it.each([
    '1.1.1.1',
    '172.32.0.1',
    '2001:200::',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '3ffe:ffff::1',
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
    // Who asks for one address gets the first that is public.
    const first = await new Promise((resolve) => {
      guard.lookup('mixed.example', {}, (_error, address, family) => resolve([address, family]));
    });
    expect(first).toEqual(['1.1.1.1', 4]);
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
