import { describe, expect, it } from 'vitest';
import { nameFault, type Progress } from './name-fault.ts';
import { WireError } from './wire-error.ts';

const withCode = (code: string): Error => Object.assign(new Error('said by the system'), { code });

describe('a failure of the wire has a name', () => {
  const rows: readonly [string, Progress, string][] = [
    ['ECONNREFUSED', 'nothing', 'unreachable'],
    ['ENOTFOUND', 'nothing', 'unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'nothing', 'unreachable'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'nothing', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'nothing', 'unreachable'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'nothing', 'unreachable'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'nothing', 'unreachable'],
    ['ECONNRESET', 'nothing', 'broken'],
    ['EPIPE', 'nothing', 'broken'],
    ['UND_ERR_SOCKET', 'nothing', 'broken'],
    ['ECONNRESET', 'some of its head', 'cut'],
    ['ECONNRESET', 'its head', 'cut'],
    ['UND_ERR_HEADERS_TIMEOUT', 'nothing', 'first_byte_timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'its head', 'idle_timeout'],
    ['UND_ERR_HEADERS_OVERFLOW', 'some of its head', 'malformed'],
    ['HPE_INVALID_CONSTANT', 'nothing', 'malformed'],
    ['HPE_INVALID_CHUNK_SIZE', 'its head', 'cut'],
    ['what nobody knows', 'nothing', 'broken'],
  ];
  it.each(rows)('%s, when %s had come: %s', (code, progress, fault) => {
    expect(nameFault(withCode(code), progress)).toMatchObject({ name: 'WireError', fault });
  });

  it('which is read from causes and from the first of several', () => {
    const refused = withCode('ECONNREFUSED');
    expect(nameFault(new Error('x', { cause: refused }), 'nothing')).toMatchObject({ fault: 'unreachable' });
    expect(nameFault(new AggregateError([refused]), 'nothing')).toMatchObject({ fault: 'unreachable' });
    expect(nameFault('no error at all', 'nothing')).toMatchObject({ fault: 'broken' });
  });

  it('which stays where it has one already', () => {
    const error = new WireError('aborted', 'x');
    expect(nameFault(error, 'its head')).toBe(error);
  });
});
