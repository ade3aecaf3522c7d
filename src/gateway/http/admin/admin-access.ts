/**
 * Who may call the admin API: those with an admin key, and people who have signed in. Where neither is configured, there
 * is no such API.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, GatewayError } from '../../../domain/errors.ts';
import type { AdminKeys } from '../../admin/admin-keys.ts';
import type { Auditor } from '../../admin/auditor.ts';
import { isReportId } from '../../admin/manage-published.ts';
import { isMessageId } from '../../admin/manage-webhooks.ts';
import { actorOf } from '../../admin/sign-in/person.ts';
import type { SignIn } from '../../admin/sign-in/sign-in.ts';
import type { CallerIds } from '../../admission/caller-id.ts';
import { readCredential } from '../../admission/read-credential.ts';
import type { RequestCounts } from '../../admission/request-counts.ts';
import type { Server } from '../server/server.ts';
import type { Operator } from './operator.ts';
import { classOf } from './route-classes.ts';
import { sessionOf, setCookie } from './session-cookies.ts';

export interface AdminAccessOptions {
  readonly adminKeys: AdminKeys;
  /** Absent where config has no sign-in. */
  readonly signIn?: SignIn | undefined;
  readonly callerIds: Pick<CallerIds, 'callerOf'>;
  readonly counts: Pick<RequestCounts, 'acceptedKeys' | 'failedKeys'>;
  readonly addressOf: (request: FastifyRequest) => string;
  readonly auditor: Auditor;
  /** Writes that somebody was refused. Never rejects. */
  readonly refused: (entry: ReturnType<Auditor['entry']>) => Promise<void>;
}

/** How a request may end without having been refused. */
const NO_REFUSALS: ReadonlySet<string> = new Set<ErrorCode | 'caller_left'>([
  'caller_left',
  'draining',
  'over_capacity',
  'session_ended',
]);

/** Guards the routes that are registered on this server from now on. */
export function guardAdmin(server: Server, options: AdminAccessOptions): void {
  const { adminKeys, signIn, callerIds, auditor, addressOf } = options;
  const { acceptedKeys, failedKeys } = options.counts;

  /** @throws GatewayError 401, or 429 for an address that has tried too many keys. */
  const authorize = async (request: FastifyRequest, reply: FastifyReply): Promise<Operator> => {
    const credential = readCredential({
      authorization: request.headers.authorization,
      order: 'header-first',
    });
    if (credential.kind === 'absent') {
      const person = signIn && operatorOfSession(request, reply, signIn);
      if (person === undefined) throw new GatewayError('api_key_required');
      return person;
    }
    const { key } = credential;
    const { id } = callerIds.callerOf(key);
    const attempt = await failedKeys.begin(
      addressOf(request),
      id,
      (leave) => void reply.raw.on('close', leave),
    );
    if (typeof attempt === 'number') {
      throw new GatewayError('address_limit_reached', 'Too many failed keys from this address', {
        retryAfter: String(attempt),
      });
    }
    const name = adminKeys.nameOf(key);
    if (name === undefined) {
      attempt.failed();
      throw new GatewayError('api_key_invalid');
    }
    attempt.over();
    acceptedKeys.record(id);
    return { key, role: 'admin', actor: { name: `admin:${name}`, requestId: request.id } };
  };

  const noteRefusal = (request: FastifyRequest): void => {
    const { admin, failure } = request;
    const { audited: action = 'read' } = request.routeOptions.config;
    if (failure === undefined || NO_REFUSALS.has(failure)) return;
    // What an operator looks at in vain changes nothing.
    if (admin !== undefined && action === 'read') return;
    const subject = subjectOf(request.params);
    const actor = admin?.actor ?? { name: 'unknown', requestId: request.id };
    void options.refused(
      auditor.entry(actor, action, { outcome: failure, ...(subject === undefined ? {} : { subject }) }),
    );
  };

  server.addHook('onRequest', async (request, reply) => {
    if (adminKeys.isEmpty && signIn === undefined) throw new GatewayError('not_found');
    reply.header('cache-control', 'no-store');
    const kind = classOf(request.method, request.routeOptions.url);
    if (kind === 'open') return;
    reply.raw.on('close', () => noteRefusal(request));
    request.admin = await authorize(request, reply);
    if (kind === 'change') requireAdmin(request);
  });
}

/** @returns undefined where the request has no session. @throws GatewayError where it is over, or not from the page. */
function operatorOfSession(
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: SignIn,
): Operator | undefined {
  const session = sessionOf(request, signIn);
  if (session === undefined) return undefined;
  const renewed = signIn.sessions.renew(session);
  if (renewed !== undefined) setCookie(reply, 'session', signIn, renewed);
  const { person } = session;
  return {
    // No key has blanks: it is the same as none.
    key: { reveal: () => `a person ${person.subject}` },
    role: person.role,
    actor: { name: actorOf(person), requestId: request.id },
  };
}

/** @throws GatewayError where the operator may only look. */
export function requireAdmin(request: FastifyRequest): void {
  if (operatorOf(request).role !== 'admin') throw new GatewayError('role_not_allowed');
}

/** @throws Error where the route is not guarded. */
export function operatorOf({ admin }: FastifyRequest): Operator {
  if (admin === undefined) throw new Error('A route of the admin API must be guarded');
  return admin;
}

/** What a path names, where it is something that can be named: it may be any text. */
function subjectOf(params: unknown): string | undefined {
  const { id } = (params ?? {}) as { readonly id?: unknown };
  if (typeof id !== 'string') return undefined;
  return isMessageId(id) || isReportId(id) || /^(?:(?:ik|tm)_[0-9a-f]{12}|[A-Za-z0-9_-]{43})$/.test(id)
    ? id
    : undefined;
}
