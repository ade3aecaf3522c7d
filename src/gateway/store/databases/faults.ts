/** Errors as messages carry them: their class is lost on the way, and Node drops what they have beside a text. */
import { StoreBusy } from '../../../domain/store-busy.ts';
import type { Fault } from '../shared-writer.ts';

const BUSY = 'STORE_BUSY';

export function toFault(error: unknown): Fault {
  const { message, code, errcode } = error as Error & Partial<Fault>;
  if (error instanceof StoreBusy) return { message, code: BUSY };
  return { message, ...(code === undefined ? {} : { code }), ...(errcode === undefined ? {} : { errcode }) };
}

/** @throws Error the one that the fault was made of, as far as src/gateway/store/name-fault.ts looks at it. */
export function raise(fault: Fault): never {
  throw fault.code === BUSY ? new StoreBusy() : Object.assign(new Error(fault.message), fault);
}
