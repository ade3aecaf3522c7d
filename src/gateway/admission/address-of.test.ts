import { describe, expect, it } from 'vitest';
import { createAddressReader } from './address-of.ts';

const proxied = createAddressReader(['10.0.0.0/8', 'fd00::/8', '127.0.0.1', '::1']);
const direct = createAddressReader([]);

describe('whose address a request comes from', () => {
  it('is the peer where no proxy is trusted, whatever the request says', () => {
    expect(direct.addressOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('is the peer where the peer is not one of the trusted proxies', () => {
    expect(proxied.addressOf('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9');
  });

  it('is the nearest address that no trusted proxy has, so that made-up entries before it are not believed', () => {
    expect(proxied.addressOf('10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    expect(proxied.addressOf('10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1');
    expect(proxied.addressOf('::ffff:10.1.2.3', '198.51.100.1')).toBe('198.51.100.1');
    expect(proxied.addressOf('::1', '10.0.0.7')).toBe('10.0.0.7');
  });

  it('is the last believable hop where the next one is no address', () => {
    expect(proxied.addressOf('10.1.2.3', 'unknown')).toBe('10.1.2.3');
    expect(proxied.addressOf('10.1.2.3', '198.51.100.1, <script>, 10.4.4.4')).toBe('10.4.4.4');
    expect(proxied.addressOf('10.1.2.3', '')).toBe('10.1.2.3');
  });

  it('is read with ports, brackets and zones', () => {
    expect(proxied.addressOf('127.0.0.1', '198.51.100.1:4711')).toBe('198.51.100.1');
    expect(proxied.addressOf('127.0.0.1', '[2001:db8::1]:4711')).toBe('2001:db8:0:0::/64');
    expect(direct.addressOf('fe80::1%eth0', undefined)).toBe('fe80:0:0:0::/64');
  });

  it('is the /64 of an IPv6 address, in whatever spelling', () => {
    const spellings = ['2001:db8:1:2:3:4:5:6', '2001:0DB8:0001:0002::1', '2001:db8:1:2::192.0.2.1'];
    for (const spelling of spellings) expect(direct.addressOf(spelling, undefined)).toBe('2001:db8:1:2::/64');
    expect(direct.addressOf('2001:db8:1:3::1', undefined)).not.toBe('2001:db8:1:2::/64');
  });

  it('is the IPv4 address where that is mapped into IPv6', () => {
    for (const spelling of ['::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9']) {
      expect(direct.addressOf(spelling, undefined)).toBe('203.0.113.9');
    }
  });

  it('does not depend on how long a header is made', () => {
    const chain = `${'6.6.6.6,'.repeat(100_000)}10.0.0.1`;
    expect(proxied.addressOf('10.1.2.3', chain)).toBe('6.6.6.6');
    expect(proxied.addressOf('10.1.2.3', '10.0.0.1,'.repeat(50).slice(0, -1))).toBe('10.0.0.1');
  });
});

describe('what is no address of the internet', () => {
  it.each(['', 'unix:/run/gateway.sock'])('is the caller as it is, whatever the request says: %j', (peer) => {
    expect(proxied.addressOf(peer, '198.51.100.1')).toBe(peer);
    expect(proxied.addressOf(peer, undefined)).toBe(peer);
  });
});

it.each<[string, string]>([
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['1::8', '1:0:0:0::/64'],
  ['1:2:3::8', '1:2:3:0::/64'],
  ['1::5:6:7:8', '1:0:0:0::/64'],
  ['::4:5:6:7:8', '0:0:0:4::/64'],
  ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
  ['::ffff:0.0.0.0', '0.0.0.0'],
  ['::ffff:255.255.255.255', '255.255.255.255'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::fffe:1.2.3.4', '0:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(direct.addressOf(address, undefined)).toBe(network);
});

it('a proxy that is trusted by its own address is trusted alone, a block to its last address', () => {
  const reader = createAddressReader(['192.0.2.1', '198.51.100.0/30', ' 2001:db8::/127 ', '2001:db9::1/128']);
  const trusts = (peer: string) => reader.addressOf(peer, '203.0.113.9') === '203.0.113.9';
  expect(
    ['192.0.2.0', '192.0.2.1', '192.0.2.2', '198.51.100.0', '198.51.100.3', '198.51.100.4'].map(trusts),
  ).toEqual([false, true, false, true, true, false]);
  expect(['2001:db8::1', '2001:db8::2', '2001:db9::1', '2001:db9::2'].map(trusts)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(createAddressReader(['0.0.0.0/0']).addressOf('192.0.2.1', '203.0.113.9, 6.6.6.6')).toBe(
    '203.0.113.9',
  );
});

it('of a long chain the last thirty-two are read', () => {
  const trusted = (count: number) => Array(count).fill('10.0.0.1').join(',');
  expect(proxied.addressOf('10.1.2.3', `6.6.6.6,${trusted(31)}`)).toBe('6.6.6.6');
  expect(proxied.addressOf('10.1.2.3', `6.6.6.6,${trusted(32)}`)).toBe('10.0.0.1');
});

describe('trusted proxies', () => {
  it('are refused by name where they are none', () => {
    for (const entry of ['10.0.0.0/33', 'proxy.local', '::/129', '10.0.0.0/', '']) {
      expect(() => createAddressReader([entry])).toThrow(`'${entry}' is neither`);
    }
  });
});
