/** Opens a shared check by its address, as a check of this browser. Loaded once somebody has one. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { readShared } from '../api/shared-checks.ts';
import { newId } from '../shell/new-id.ts';
import { anyKey } from '../state/keys.ts';
import { readCheck } from './check-rows.ts';
import { getEntries, readShelf } from './check-shelf.ts';
import type { KeptCheck } from './kept-check.ts';
import { openedAs } from './shared-content.ts';

/** Characters of what tells a person to the gateway. */
const SECRET = 24;

/** Random, for nobody else to know. */
export function newPerson(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  // 32 letters: each byte gives one evenly.
  return Array.from(crypto.getRandomValues(new Uint8Array(SECRET * 2)), (byte) => letters[byte % 32]).join(
    '',
  );
}

/** @returns the check, as this browser has it already or anew, or why there is none. */
export async function openShared(
  code: string,
): Promise<{ readonly check: KeptCheck; readonly kept: boolean } | { readonly failure: FailureFacts }> {
  await readShelf();
  const known = getEntries().find(({ about }) => about.shared?.code === code);
  const kept = known && (await readCheck(known.id));
  if (kept !== undefined) return { check: kept, kept: true };
  try {
    const opened = await readShared(code, anyKey());
    const check = openedAs(newId(), opened, { person: newPerson(), name: '', sent: {} });
    if (check !== undefined) return { check, kept: false };
    return { failure: { status: 0, code: 'not_readable', message: '' } };
  } catch (error) {
    return { failure: factsOf(error) };
  }
}
