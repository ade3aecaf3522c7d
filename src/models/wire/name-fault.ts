import { WireError } from './wire-error.ts';

/** How much of a reply has come. */
export type Progress = 'nothing' | 'some of its head' | 'its head';

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'EPROTO',
  'EADDRNOTAVAIL',
]);

/**
 * @param progress how much of the reply had come: a connection that breaks before has answered nothing.
 * @returns a WireError; what undici refuses to send at all is our own fault, and comes back as it is.
 */
export function nameFault(cause: unknown, progress: Progress): unknown {
  if (cause instanceof WireError) return cause;
  const code = codeOf(cause);
  if (code === 'UND_ERR_INVALID_ARG') return cause;
  const said = code ?? 'unknown fault';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return new WireError('first_byte_timeout', said, cause);
  if (code === 'UND_ERR_BODY_TIMEOUT') return new WireError('idle_timeout', said, cause);
  if (progress === 'its head') return new WireError('cut', said, cause);
  if (
    progress === 'nothing' &&
    code !== undefined &&
    (UNREACHABLE.has(code) || /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
  ) {
    return new WireError('unreachable', said, cause);
  }
  if (isNoHttp(code, cause)) return new WireError('malformed', said, cause);
  return new WireError(progress === 'nothing' ? 'broken' : 'cut', said, cause);
}

/** A head that is none. undici's HTTPParserError has no code in some versions. */
function isNoHttp(code: string | undefined, cause: unknown): boolean {
  switch (code) {
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return true;
    case 'UND_ERR_SOCKET':
      // Its words for a `100 Continue` that nobody asked for, and for a 101.
      return /^bad (?:response|upgrade)$/.test((cause as Error).message);
    default:
      return code?.startsWith('HPE_') === true || (cause as Error | undefined)?.name === 'HTTPParserError';
  }
}

function codeOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = (cause as NodeJS.ErrnoException).code;
  if (typeof code === 'string') return code;
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  return inner === undefined ? undefined : codeOf(inner);
}
