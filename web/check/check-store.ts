/** The text on the check view and what is known of its claims. It outlives the view, and the page. */
import { ApiFailure, type FailureFacts, factsOf } from '../api/failure.ts';
import { type CheckEvent, type CheckRequest, checkText } from '../api/gateway.ts';
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { checkRest, putChecked, unjudged } from '../claims/check-rest.ts';
import { isUnchecked, markChecking } from '../claims/claim-state.ts';
import { mergeMetadata } from '../claims/merge-metadata.ts';
import { readMetadata } from '../claims/read-claims.ts';
import { onceAt } from '../shell/once-at.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { keyFor } from '../state/keys.ts';
import { getChoice } from '../state/models.ts';
import { type Found, followEdit, NOTHING_FOUND, readFound } from './follow-edit.ts';
import { openKeeper, recallParts } from './keep-check.ts';
import { followMetadata, openNames, put, revise, setAside, settleClaims } from './take-verdicts.ts';

/** The gateway's own ceiling, in UTF-16 units. */
export const LONGEST = 200_000;
/** Milliseconds without a key press after which the claims are looked for. */
const PAUSE = 450;

export interface Check {
  readonly text: string;
  /** Changes where the text came from elsewhere than the text box. */
  readonly version: number;
  /** An edited text has its own a moment later. */
  readonly found: Found;
  readonly work: 'none' | 'finding' | 'verifying';
  /** Unix milliseconds until which no claims are looked for: a limit is waited out. */
  readonly waitingUntil?: number | undefined;
  /** Of the claims as they were last checked; without what is of an earlier text alone. */
  readonly metadata?: FactCheckMetadata | undefined;
  readonly failure?: FailureFacts | undefined;
  /** Whether the text was longer than it may be. */
  readonly cut: boolean;
  /** Ids of claims that are to be checked apart from the others. */
  readonly picked: ReadonlySet<string>;
  /** What the text box held before it was emptied or filled anew. */
  readonly replaced?: Pick<Check, 'text' | 'found' | 'metadata'> | undefined;
}

const store = createStore<Check>({
  ...{ text: '', version: 0, found: NOTHING_FOUND, work: 'none', cut: false },
  picked: new Set<string>(),
});
let running: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What is tried again after a failure. */
let last = (): void => {};
const asItIs = (check: Check): Check => check;
/** What a check that is ended at this moment leaves. */
let settle = asItIs;

/** @param pick must give the same object for the same value. */
export function useCheck<T>(pick: (check: Check) => T): T {
  return useStore(store, pick);
}

export const getCheck = store.get;

const change = (changes: Partial<Check>): void => store.set((check) => ({ ...check, ...changes }));

const changeClaims = (to: (claims: readonly Claim[]) => readonly Claim[]): void =>
  store.set((check) => ({ ...check, found: { ...check.found, claims: to(check.found.claims) } }));

function begin(): AbortSignal {
  running?.abort();
  clearTimeout(timer);
  store.set(settle);
  settle = asItIs;
  running = new AbortController();
  return running.signal;
}

/** Takes the text of the text box, and looks for its claims once its writer pauses. */
export function writeText(text: string): void {
  const signal = begin();
  if (text.length > LONGEST) {
    store.set((check) => ({ ...check, text: text.slice(0, LONGEST), version: check.version + 1, cut: true }));
  } else change({ text, cut: false });
  change({ work: 'none', failure: undefined, replaced: undefined });
  const kept = store.get().text;
  if (kept.trim() === '') take('', []);
  else timer = setTimeout(() => void find(kept, signal), PAUSE);
}

/** Takes a text from elsewhere; the one that was there can be had back. */
export function replaceText(text: string): void {
  const { text: old, found, metadata, version } = store.get();
  change({ found: NOTHING_FOUND, metadata: undefined, failure: undefined, version: version + 1 });
  writeText(text);
  if (old.trim() !== '') change({ replaced: { text: old, found, metadata } });
}

export function undoReplace(): void {
  const { replaced, version } = store.get();
  if (replaced === undefined) return;
  begin();
  change({ ...replaced, work: 'none', replaced: undefined, cut: false, version: version + 1 });
  findAnew();
}

/** Looks for the claims where those that are known are of another text. */
function findAnew(): void {
  const { text, found } = store.get();
  if (text !== found.text) void find(text, begin());
}

async function find(text: string, signal: AbortSignal): Promise<void> {
  const { waitingUntil = 0 } = store.get();
  if (waitingUntil > Date.now()) {
    signal.addEventListener(
      'abort',
      onceAt(waitingUntil, () => void find(text, signal)),
    );
    return;
  }
  change({ work: 'finding', waitingUntil: undefined });
  try {
    for await (const event of checkText({ text, mode: 'detect' }, signal)) {
      if (event.type !== 'done' || signal.aborted) continue;
      take(text, event.metadata.claims);
      store.set((check) => ({
        ...check,
        work: 'none',
        failure: last === findAnew ? undefined : check.failure,
      }));
    }
  } catch (error) {
    if (signal.aborted) return;
    const facts = factsOf(error);
    if (error instanceof ApiFailure && facts.status === 429) {
      change({ work: 'none', waitingUntil: Math.max(facts.retryAt ?? 0, Date.now() + 1_000) });
      return find(text, signal);
    }
    last = findAnew;
    change({ work: 'none', failure: facts });
  }
}

/** The claims of an edited text, with what holds of those before them. */
function take(text: string, claims: readonly Claim[]): void {
  store.set((check) => {
    const found = followEdit(check.found, text, claims);
    const metadata =
      text === check.found.text ? check.metadata : followMetadata(check.metadata, found.claims);
    return keepPicks({ ...check, found, metadata });
  });
}

/** Of the picked claims, those that are still there and unchecked. */
function keepPicks(check: Check): Check {
  const ids = new Set(check.found.claims.filter(isUnchecked).map(({ id }) => id));
  return { ...check, picked: check.picked.intersection(ids) };
}

/** Checks the whole text: the claims most worth it, up to the server's limit. */
export async function verifyText(): Promise<void> {
  const { text, found } = store.get();
  const known = found.text === text ? found.claims : [];
  const names = openNames(known);
  await run(
    () => void verifyText(),
    (asked, signal) => checkText({ text, mode: 'verify', ...asked }, signal),
    {
      begin: () => change({ found: { text, claims: known.map(unjudged), gone: [] }, metadata: undefined }),
      claim: (claim) => changeClaims((claims) => put(claims, { ...claim, id: names.of(claim) })),
      checking: (ids) => changeClaims((claims) => markChecking(claims, ids.map(names.known))),
      done: (metadata) => {
        changeClaims(() => metadata.claims.map((claim) => ({ ...claim, id: names.of(claim) })));
        change({ metadata });
      },
    },
  );
}

/**
 * Checks the picked ones of the unchecked claims, or all of them, and leaves the others as they are.
 * @param limit the most claims of one request.
 */
export async function verifyRest(limit: number): Promise<void> {
  const { text, found, picked } = store.get();
  if (found.text !== text) return;
  const rest = found.claims.filter(
    (claim) => isUnchecked(claim) && (picked.size === 0 || picked.has(claim.id)),
  );
  const asked = new Set(rest);
  await run(
    () => void verifyRest(limit),
    ({ maxClaims: _ofTheWhole, ...asked }, signal) =>
      checkRest({ text, claims: rest.map(unjudged), limit, ...asked }, signal),
    {
      begin: () =>
        changeClaims((claims) => claims.map((one) => (asked.has(one) ? unjudged(one) : setAside(one)))),
      claim: (claim) => changeClaims((claims) => putChecked(claims, claim)),
      checking: (ids) => changeClaims((claims) => markChecking(claims, ids)),
      done: (metadata) =>
        store.set((check) => ({
          ...check,
          metadata: revise(mergeMetadata(check.metadata, metadata, text), check.found),
        })),
    },
  );
}

type Asked = Pick<CheckRequest, 'model' | 'key' | 'sources' | 'maxClaims'>;

/** The model that is chosen, its key, and the sources that go with it. */
async function askedModel(): Promise<Asked> {
  const choice = getChoice();
  if (choice === undefined) return {};
  const { provider, model } = choice;
  const options = await readCheckOptions({ provider, id: model.model_id }, 'check');
  return { model: model.model_id, key: keyFor(provider), ...options };
}

interface Taker {
  begin(): void;
  claim(claim: Claim): void;
  checking(ids: readonly string[]): void;
  done(metadata: FactCheckMetadata): void;
}

async function run(
  again: () => void,
  ask: (asked: Asked, signal: AbortSignal) => AsyncIterable<CheckEvent>,
  taker: Taker,
): Promise<void> {
  const signal = begin();
  const { found, metadata } = store.get();
  last = again;
  settle = (check) => keepPicks(settleClaims(check, found, metadata));
  taker.begin();
  change({ work: 'verifying', failure: undefined });
  let failure: FailureFacts | undefined;
  try {
    const asked = await askedModel();
    for await (const event of ask(asked, signal)) {
      if (signal.aborted) return;
      if (event.type === 'done') taker.done(event.metadata);
      else if (event.type === 'checking') taker.checking(event.ids);
      else taker.claim(event.claim);
    }
  } catch (error) {
    if (signal.aborted) return;
    failure = factsOf(error);
  }
  stopCheck();
  change({ failure });
}

/** Ends what is under way; what came is kept. */
export function stopCheck(): void {
  begin();
  change({ work: 'none' });
  findAnew();
}

export function pickClaims(ids: readonly string[], picked: boolean): void {
  store.set((check) => {
    const others = check.picked.difference(new Set(ids));
    return { ...check, picked: picked ? others.union(new Set(ids)) : others };
  });
}

export const tryAgain = (): void => last();

async function recall(): Promise<void> {
  const [text, found, metadata] = await recallParts(['text', 'found', 'metadata']);
  const { text: now, version } = store.get();
  if (now !== '' || version > 0 || typeof text !== 'string') return;
  change({ text, found: readFound(found), metadata: readMetadata(metadata), version: version + 1 });
  findAnew();
}

void recall().then(() => {
  const keep = openKeeper(() => {
    const { text, found, metadata } = settle(store.get());
    return { text, found, metadata };
  });
  store.subscribe(keep);
});
