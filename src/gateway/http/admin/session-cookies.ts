/** Cookies of people who sign in, and what shows that a request with one comes from the gateway's own page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/errors.ts';
import type { Sealed, Session } from '../../admin/sign-in/sessions.ts';
import type { SignIn } from '../../admin/sign-in/sign-in.ts';

const NAMES = { session: 'claimgate_session', pending: 'claimgate_sign_in' } as const;
type Kind = keyof typeof NAMES;
/**
 * A session is sent by pages of this site alone. The provider sends a person back from another one, and with it the
 * cookie of the pending sign-in.
 */
const SAME_SITE: Readonly<Record<Kind, string>> = { session: 'Strict', pending: 'Lax' };

/** Where the page has https, the browser holds the cookie to this very host (RFC 6265bis, 4.1.3.2). */
function nameOf(kind: Kind, origin: string): string {
  return origin.startsWith('https:') ? `__Host-${NAMES[kind]}` : NAMES[kind];
}

/** Adds a cookie to the answer; removes it where there is no value. */
export function setCookie(reply: FastifyReply, kind: Kind, { origin }: SignIn, sealed?: Sealed): void {
  const seconds = sealed === undefined ? 0 : Math.floor(sealed.milliseconds / 1_000);
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameOf(kind, origin)}=${sealed?.value ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${SAME_SITE[kind]}${secure}`,
  );
}

/** @returns the value of a cookie; undefined where it is not there. */
export function cookieOf({ headers }: FastifyRequest, kind: Kind, { origin }: SignIn): string | undefined {
  const prefix = `${nameOf(kind, origin)}=`;
  const pair = headers.cookie
    ?.split(';')
    .map((text) => text.trim())
    .find((text) => text.startsWith(prefix));
  return pair?.slice(prefix.length);
}

/**
 * @returns undefined where the request has no cookie of a session.
 * @throws GatewayError 401 where the session is over, 403 where another site's page may have sent the request.
 */
export function sessionOf(request: FastifyRequest, signIn: SignIn): Session | undefined {
  const sealed = cookieOf(request, 'session', signIn);
  if (sealed === undefined) return undefined;
  requireOwnPage(request, signIn);
  const session = signIn.sessions.read(sealed);
  if (session === undefined) throw new GatewayError('session_ended');
  return session;
}

/**
 * Browsers say which page sends a request (https://www.w3.org/TR/fetch-metadata/), or at least its origin where it may
 * change something; pages cannot say otherwise. What only reads may also come from the address bar.
 * @throws GatewayError
 */
export function requireOwnPage({ headers, method }: FastifyRequest, { origin }: SignIn): void {
  const reads = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || (reads && (site === undefined || site === 'none'))) return;
  if (site === undefined && headers.origin === origin) return;
  throw new GatewayError(
    'origin_not_allowed',
    'With a session, requests must come from the page of this gateway',
  );
}
