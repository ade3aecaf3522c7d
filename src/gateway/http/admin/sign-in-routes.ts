/** /admin/v1/sign-in: people who sign in on the page, by the operator's OpenID provider. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../../../domain/errors.ts';
import type { AuditAction, Auditor } from '../../admin/auditor.ts';
import { SignInFailed, type SignInFault } from '../../admin/sign-in/identity-provider.ts';
import { actorOf } from '../../admin/sign-in/person.ts';
import type { Session } from '../../admin/sign-in/sessions.ts';
import { NoRole, type SignIn } from '../../admin/sign-in/sign-in.ts';
import { createAddressLimit } from '../../admission/address-limit.ts';
import type { Server } from '../server/server.ts';
import { adminResponses } from './admin-schema.ts';
import { cookieOf, requireOwnPage, sessionOf, setCookie } from './session-cookies.ts';
import { sendSignInFault } from './sign-in-page.ts';

type AuditEntry = ReturnType<Auditor['entry']>;

export interface SignInRoutesOptions {
  /** Absent where config has no sign-in. */
  readonly signIn?: SignIn | undefined;
  readonly auditor: Auditor;
  readonly addressOf: (request: FastifyRequest) => string;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Adds to the audit log. @throws GatewayError where the database is away. */
  readonly record: (entry: AuditEntry) => Promise<void>;
  /** Adds what was refused. Never rejects. */
  readonly refused: (entry: AuditEntry) => Promise<void>;
  /** For the log: why nobody was signed in, in the words of standards. */
  readonly onSignInFailed: (fault: { readonly fault: string; readonly code?: string | undefined }) => void;
}

const PATH = '/admin/v1/sign-in';
export const CALLBACK_PATH = `${PATH}/callback`;
const tags = ['Sign-in'];
/** A HEAD request would use the code up. */
const asPage = { exposeHeadRoute: false, schema: { hide: true } } as const;
/** Sign-ins that fail, a minute, address and process: each may ask the provider. */
const FAILURES_PER_MINUTE = 20;
/** Faults that are everyday, or say nothing of who was there. */
const UNRECORDED: ReadonlySet<SignInFault> = new Set(['over', 'away']);

export function serveSignIn(server: Server, options: SignInRoutesOptions): void {
  const { signIn, auditor } = options;

  server.get(
    PATH,
    {
      schema: {
        summary: 'Whether people can sign in, and who has',
        operationId: 'readSignIn',
        tags,
        security: [],
        response: adminResponses.signIn,
      },
    },
    async (request) => {
      const session = signIn === undefined ? undefined : sessionIfAny(request, signIn);
      return {
        object: 'sign_in' as const,
        provider: signIn?.name ?? null,
        person: session === undefined ? null : describePerson(session, signIn as SignIn),
      };
    },
  );

  server.delete(
    PATH,
    {
      schema: {
        summary: 'Sign out',
        description: 'The address, where there is one, ends the session at the provider too.',
        operationId: 'signOut',
        tags,
        security: [],
        response: adminResponses.signedOut,
      },
    },
    async (request, reply) => {
      if (signIn === undefined) throw new GatewayError('not_found');
      requireOwnPage(request, signIn);
      const session = sessionIfAny(request, signIn);
      setCookie(reply, 'session', signIn);
      if (session === undefined) return { object: 'signed_out' as const, url: null };
      await options.record(entryOf(request, session.person, 'session.end'));
      return { object: 'signed_out' as const, url: (await signIn.endAddress()) ?? null };
    },
  );

  if (signIn === undefined) return;

  const failures = createAddressLimit({ perMinute: FAILURES_PER_MINUTE, now: options.now });

  const entryOf = (
    { id: requestId }: FastifyRequest,
    person: Session['person'] | NoRole['person'] | undefined,
    action: AuditAction,
    rest: Parameters<Auditor['entry']>[2] = {},
  ): AuditEntry =>
    auditor.entry({ name: person === undefined ? 'unknown' : actorOf(person), requestId }, action, rest);

  const explain = (request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply => {
    if (!(thrown instanceof SignInFailed)) {
      const { code } = request.explain(thrown);
      request.failure = code;
      return sendSignInFault(reply, 'unavailable', signIn.name);
    }
    const { fault, code } = thrown;
    request.failure = `sign_in_${fault}`;
    options.onSignInFailed({ fault, code });
    if (!UNRECORDED.has(fault)) {
      const person = thrown instanceof NoRole ? thrown.person : undefined;
      void options.refused(entryOf(request, person, 'session.begin', { outcome: `sign_in_${fault}` }));
    }
    return sendSignInFault(reply, fault, signIn.name);
  };

  server.get(`${PATH}/start`, asPage, async (request, reply) => {
    try {
      const { section } = request.query as { readonly section?: unknown };
      const { address, pending } = await signIn.begin(isSection(section) ? section : undefined);
      setCookie(reply, 'pending', signIn, pending);
      return reply.redirect(address, 303);
    } catch (error) {
      return explain(request, reply, error);
    }
  });

  server.get(CALLBACK_PATH, asPage, async (request, reply) => {
    const address = options.addressOf(request);
    const seconds = failures.blocked(address);
    if (seconds !== undefined) {
      request.failure = 'address_limit_reached';
      return sendSignInFault(reply.header('retry-after', seconds), 'often', signIn.name);
    }
    // It is good for one try.
    setCookie(reply, 'pending', signIn);
    try {
      const query = request.url.split('?', 2)[1] ?? '';
      const held = cookieOf(request, 'pending', signIn);
      const { person, session, section } = await signIn.finish(query, held);
      await options.record(
        entryOf(request, person, 'session.begin', { changes: { role: { to: person.role } } }),
      );
      setCookie(reply, 'session', signIn, session);
      const place = section === undefined ? '' : `/${section}`;
      return reply.redirect(`${signIn.origin}/#/operate${place}`, 303);
    } catch (error) {
      failures.record(address);
      return explain(request, reply, error);
    }
  });
}

/** Whether it may be the name of a section: it becomes part of an address of the page. */
const isSection = (text: unknown): text is string => typeof text === 'string' && /^[a-z]{1,32}$/.test(text);

/** A session that is over is none here: who asks wants to know that. */
function sessionIfAny(request: FastifyRequest, signIn: SignIn): Session | undefined {
  try {
    return sessionOf(request, signIn);
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'session_ended') return undefined;
    throw error;
  }
}

function describePerson(session: Session, { sessions }: SignIn) {
  const { subject, label, role } = session.person;
  return { name: label ?? subject, role, until: new Date(sessions.endOf(session)).toISOString() };
}
