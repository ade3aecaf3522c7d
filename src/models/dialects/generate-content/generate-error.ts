/** Errors in Google's form (https://cloud.google.com/apis/design/errors). */
import { type GatewayError, ValidationError } from '../../../domain/errors.ts';

/** Google's words by status. */
const WORDS: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
]);

/** @returns the status that Google's API has for an error: a fault of the body is a 400 there. */
export function generateErrorStatus(error: GatewayError): number {
  return error instanceof ValidationError ? 400 : error.status;
}

export function generateErrorBody(error: GatewayError) {
  const code = generateErrorStatus(error);
  const status = WORDS.get(code) ?? (code >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT');
  if (!(error instanceof ValidationError)) return { error: { code, message: error.advised, status } };
  const fieldViolations = error.faults.map(({ loc, msg }) => ({
    field: loc.slice(1).join('.'),
    description: msg,
  }));
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }];
  return { error: { code, message: error.advised, status, details } };
}

/** How a route of that API refuses. */
export const GENERATE_ERRORS = { status: generateErrorStatus, body: generateErrorBody };
