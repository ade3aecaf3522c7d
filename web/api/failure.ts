/** What went wrong, in a form that the page can word and offer a way out of. */

export interface FailureFacts {
  /** 0 where there was no answer at all. */
  readonly status: number;
  /** The gateway's `error.code`, or `offline`. */
  readonly code: string;
  readonly message: string;
  /** Unix milliseconds from which trying again makes sense. */
  readonly retryAt?: number;
  readonly requestId?: string;
}

export class ApiFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.name = 'ApiFailure';
    this.facts = facts;
  }
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly code?: string | null };
  readonly detail?: unknown;
}

export function failureOf(body: ErrorBody, status: number, extra: Partial<FailureFacts> = {}): ApiFailure {
  const { message, code } = body.error ?? {};
  const detail = typeof body.detail === 'string' ? body.detail : undefined;
  // That the field for the key is missing is, to a person, that there is no key.
  if (code === 'invalid_body' && lacksKey(body.detail)) {
    return new ApiFailure({ status: 401, code: 'invalid_api_key', message: 'API key is required', ...extra });
  }
  return new ApiFailure({
    status,
    code: code ?? `status_${status}`,
    message: message ?? detail ?? '',
    ...extra,
  });
}

function lacksKey(detail: unknown): boolean {
  return (
    Array.isArray(detail) &&
    detail.length > 0 &&
    detail.every(
      ({ loc, type }: { loc?: string[]; type?: string }) => type === 'missing' && loc?.[1] === 'api_key',
    )
  );
}

export async function readFailure(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const after = Number(response.headers.get('retry-after'));
  const requestId = response.headers.get('x-request-id');
  return failureOf(body, response.status, {
    ...(response.headers.has('retry-after') && Number.isFinite(after)
      ? { retryAt: Date.now() + after * 1_000 }
      : {}),
    ...(requestId === null ? {} : { requestId }),
  });
}

/** Whatever was thrown. An abort is no failure: callers look for it first. */
export function factsOf(thrown: unknown): FailureFacts {
  if (thrown instanceof ApiFailure) return thrown.facts;
  return { status: 0, code: 'offline', message: '' };
}
