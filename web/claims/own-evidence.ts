/** What a person gave as evidence, as documents for the judge. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { type CheckRequest, openLink } from '../api/gateway.ts';
import type { Claim } from '../api/types.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { texts } from '../texts.ts';
import { pageAddress } from './page-address.ts';
import { decisionOf } from './person-decision.ts';

/** Pages that could not be read when they were last wanted, by their addresses. */
const unread = createStore<Readonly<Record<string, FailureFacts>>>({});

/** @returns why the judge did not read the page of an address; `undefined` where it did, or was not asked to. */
export function useUnread(url: string): FailureFacts | undefined {
  return useStore(unread, (all) => all[url]);
}

/**
 * A text is taken as it is, with its address; of an address alone, the gateway fetches the page.
 * @returns nothing where there is none: a page that cannot be read is noted, and left out.
 */
export async function readOwnEvidence(
  claim: Claim | undefined,
  signal: AbortSignal,
): Promise<Pick<CheckRequest, 'documents'>> {
  const evidence = claim === undefined ? [] : (decisionOf(claim)?.evidence ?? []);
  const read = await Promise.all(
    evidence.map(async ({ text, url }) => {
      const address = pageAddress(url);
      const place = address === undefined ? {} : { url: address };
      if (text !== '') return [{ title: texts.decide.own, text, ...place }];
      if (address === undefined) return [];
      const page = await readPage(address, signal);
      return page === undefined ? [] : [{ title: page.title ?? address, text: page.text, ...place }];
    }),
  );
  const documents = read.flat();
  return documents.length === 0 ? {} : { documents };
}

async function readPage(url: string, signal: AbortSignal) {
  try {
    const page = await openLink(url, signal);
    unread.set(({ [url]: _before, ...others }) => others);
    return page;
  } catch (error) {
    signal.throwIfAborted();
    unread.set((all) => ({ ...all, [url]: factsOf(error) }));
    return undefined;
  }
}
