/** Who may call the admin API: those with an admin key. Where none is configured, there is no such API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, GatewayError } from '../../../domain/errors.ts';
import type { AdminKeys } from '../../admin/admin-keys.ts';
import type { Auditor } from '../../admin/auditor.ts';
import type { CallerIds } from '../../admission/caller-id.ts';
import { readCredential } from '../../admission/read-credential.ts';
import type { RequestCounts } from '../../admission/request-counts.ts';
import type { Server } from '../server/server.ts';
import type { Operator } from './operator.ts';

export interface AdminAccessOptions {
  readonly adminKeys: AdminKeys;
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
]);

/** Guards the routes that are registered on this server from now on. */
export function guardAdmin(server: Server, options: AdminAccessOptions): void {
  const { adminKeys, callerIds, auditor, addressOf } = options;
  const { acceptedKeys, failedKeys } = options.counts;

  /** @throws GatewayError 401, or 429 for an address that has tried too many keys. */
  const authorize = async (request: FastifyRequest, reply: FastifyReply): Promise<Operator> => {
    const credential = readCredential({
      authorization: request.headers.authorization,
      order: 'header-first',
    });
    if (credential.kind === 'absent') throw new GatewayError('api_key_required');
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
    return { key, actor: { name: `admin:${name}`, requestId: request.id } };
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
    if (adminKeys.isEmpty) throw new GatewayError('not_found');
    reply.header('cache-control', 'no-store');
    reply.raw.on('close', () => noteRefusal(request));
    request.admin = await authorize(request, reply);
  });
}

/** @throws Error where the route is not guarded. */
export function operatorOf({ admin }: FastifyRequest): Operator {
  if (admin === undefined) throw new Error('A route of the admin API must be guarded');
  return admin;
}

/** What a path names, where it is something that can be named: it may be any text. */
function subjectOf(params: unknown): string | undefined {
  const { id } = (params ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' && /^(?:ik_[0-9a-f]{12}|[A-Za-z0-9_-]{43})$/.test(id) ? id : undefined;
}
