import type { ApiKey } from '../../../domain/api-key.ts';
import type { GatewayError } from '../../../domain/errors.ts';
import type { AuditAction } from '../../admin/auditor.ts';
import type { Span } from '../../telemetry/tracing.ts';
import type { Tally } from '../../traffic/tally.ts';
import type { Operator } from '../admin/operator.ts';
import type { Identity } from '../admission/gate.ts';
import type { LastWords } from './last-words.ts';
import type { Holding } from './memory.ts';

interface ErrorForm {
  readonly status: (error: GatewayError) => number;
  readonly body: (error: GatewayError, requestId: string) => object;
}

/** What the gateway notes on a request while it answers it, for headers and the log. */
declare module 'fastify' {
  interface FastifyInstance {
    /** Milliseconds of silence in a stream after which a sign of life is sent. */
    readonly silence: number;
    readonly lastWords: LastWords;
    /** Whether simulated providers answer requests with this key. */
    isSandboxed(key: ApiKey): boolean;
  }
  interface FastifyRequest {
    /** Who is calling, once a well-formed key was read. */
    identity: Identity | undefined;
    /** Whether a provider had accepted the key lately when the request was admitted. */
    keyAccepted: boolean;
    /** The operator who is calling, once an admin key was read. */
    admin: Operator | undefined;
    /** The model that answers, as it was asked for. */
    model: string | undefined;
    provider: string | undefined;
    /** Name of the profile that applies. */
    profile: string | undefined;
    /** What it comes to, once there is something to count beside the request itself. */
    tally: Tally | undefined;
    /** What it holds of the process's memory. */
    holding: Holding;
    /** Monotonic milliseconds at which the request came. */
    began: number;
    /** The route's pattern; absent where there is no such path. */
    route: string | undefined;
    /** Where requests are traced. */
    span: Span | undefined;
    /** The code of the error that the caller got, also in mid-stream. */
    failure: string | undefined;
    /** Turns whatever was thrown into an error for the caller, notes it, and logs it where it is unexpected. */
    explain(thrown: unknown): GatewayError;
  }
  interface FastifyContextConfig {
    /** Answers have the headers of the caller's limits, errors too. */
    limited?: boolean;
    /** Served while the gateway drains, and logged at `debug`: it is asked every few seconds. */
    always?: boolean;
    /** A header that holds the caller's key, beside `Authorization`; of several the first that is there. */
    keyHeader?: string | readonly string[];
    /** A field of the query that may hold it, where neither header does. */
    keyInQuery?: string;
    /** The form of its errors, where that is another than OpenAI's. */
    errorForm?: ErrorForm;
    /** What the audit log calls it. */
    audited?: AuditAction;
  }
}
