/** Checks that several people decide on, kept at the gateway. */

import { ApiFailure } from './failure.ts';
import { ask, withBody } from './gateway.ts';
import type { Verdict } from './types.ts';

export interface SharedAddress {
  /** Opens it. */
  readonly code: string;
  readonly url: string;
}

/** What one person says of one claim. */
export interface SharedEntry {
  readonly person: string;
  readonly name: string;
  /** Names the claim. */
  readonly claim: string;
  readonly verdict: Verdict;
  readonly note?: string;
  readonly evidence?: readonly { readonly text?: string; readonly url?: string }[];
  /** Unix milliseconds. */
  readonly at: number;
}

export interface SharedEntries {
  /** Another one where the content was replaced. */
  readonly content_version: number;
  readonly entries: readonly SharedEntry[];
}

export interface OpenedShared extends SharedEntries, SharedAddress {
  readonly content: Readonly<Record<string, unknown>>;
}

/** Without a verdict, what was said of the claim is withdrawn. */
export type EntryChange = Omit<SharedEntry, 'person' | 'name' | 'verdict'> & {
  readonly verdict: Verdict | null;
};

const PATH = '/v1/shared-checks';

/** @param code of the one whose content is replaced; a new one where absent. @throws ApiFailure */
export async function shareCheck(content: object, key: string, code?: string): Promise<SharedAddress> {
  const path = code === undefined ? PATH : `${PATH}/${code}`;
  return (await ask(path, key, undefined, withBody(content))).json();
}

/** @throws ApiFailure */
export async function stopSharing(code: string, key: string): Promise<void> {
  await ask(`${PATH}/${code}`, key, undefined, { method: 'DELETE' });
}

/** @param key where the operator wants one. @throws ApiFailure */
export async function readShared(code: string, key?: string, signal?: AbortSignal): Promise<OpenedShared> {
  return (await ask(`${PATH}/${encodeURIComponent(code)}`, key, signal)).json();
}

/** @param tag of the answer before. @returns `undefined` where nothing is new. @throws ApiFailure */
export async function readEntries(
  code: string,
  tag: string | undefined,
  key: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly tag: string | undefined; readonly said: SharedEntries } | undefined> {
  const headers: Record<string, string> = tag === undefined ? {} : { 'if-none-match': tag };
  try {
    const response = await ask(`${PATH}/${code}/entries`, key, signal, { headers });
    return { tag: response.headers.get('etag') ?? undefined, said: await response.json() };
  } catch (error) {
    if (error instanceof ApiFailure && error.facts.status === 304) return undefined;
    throw error;
  }
}

/** @param person known to this browser alone. @throws ApiFailure */
export async function writeEntries(
  code: string,
  body: { readonly person: string; readonly name: string; readonly entries: readonly EntryChange[] },
  key: string | undefined,
  signal: AbortSignal,
): Promise<SharedEntries & { readonly you: string }> {
  return (await ask(`${PATH}/${code}/entries`, key, signal, withBody(body))).json();
}
