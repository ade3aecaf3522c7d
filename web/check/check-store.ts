/** The text on the check view and what is known of its claims. It outlives the view, and the page. */
import { ApiFailure, type FailureFacts, factsOf } from '../api/failure.ts';
import { type CheckEvent, type CheckRequest, checkText } from '../api/gateway.ts';
import type { Claim, Decision, FactCheckMetadata } from '../api/types.ts';
import { addJudge, type CheckAbout, type CheckedDocument, readAbout } from '../claims/check-about.ts';
import { checkRest, decideAs, inherit, putChecked, setAside, unjudged } from '../claims/check-rest.ts';
import { isUnchecked, markChecking } from '../claims/claim-state.ts';
import { mergeMetadata } from '../claims/merge-metadata.ts';
import { readOwnEvidence } from '../claims/own-evidence.ts';
import { revise } from '../claims/revise-text.ts';
import { gatherByFrame } from '../shell/gather-by-frame.ts';
import { newId } from '../shell/new-id.ts';
import { onceAt } from '../shell/once-at.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { isSandboxKey, keyFor } from '../state/keys.ts';
import { asksOwnJudge, getChoice } from '../state/models.ts';
import { getSettings } from '../state/settings.ts';
import { texts } from '../texts.ts';
import { erase } from './check-shelf.ts';
import { type Found, followEdit, NOTHING_FOUND } from './follow-edit.ts';
import { openKeeper } from './keep-check.ts';
import type { KeptCheck } from './kept-check.ts';
import { followMetadata, openNames, put, sameIfEqual, settleClaims } from './take-verdicts.ts';

/** The gateway's own ceiling, in UTF-16 units. */
export const LONGEST = 200_000;
/** Milliseconds without a key press after which the claims are looked for. */
const PAUSE = 450;

export interface Check {
  readonly id: string;
  readonly text: string;
  /** Changes where the text came from elsewhere than the text box. */
  readonly version: number;
  /** An edited text has its own a moment later. */
  readonly found: Found;
  readonly work: 'none' | 'finding' | 'verifying';
  /** Whether a person has halted a check that takes several requests. */
  readonly paused?: boolean | undefined;
  /** Unix milliseconds until which no claims are looked for: a limit is waited out. */
  readonly waitingUntil?: number | undefined;
  /** Of the claims as they were last checked; without what is of an earlier text alone. */
  readonly metadata?: FactCheckMetadata | undefined;
  readonly failure?: FailureFacts | undefined;
  /** What it is called, who answers for it, what was checked and by whom. */
  readonly about: CheckAbout;
  /** Whether the text was longer than it may be. */
  readonly cut: boolean;
  /** Ids of claims that are to be checked apart from the others. */
  readonly picked: ReadonlySet<string>;
  /** What the text box held before it was emptied or filled anew. */
  readonly replaced?: KeptFields | undefined;
}

/** What is kept of it. */
type KeptFields = Pick<Check, 'id' | 'text' | 'found' | 'metadata' | 'about'>;

const blank = (): Omit<KeptFields, 'metadata'> => ({
  id: newId(),
  text: '',
  found: NOTHING_FOUND,
  about: {},
});

const store = createStore<Check>({
  ...blank(),
  version: 0,
  work: 'none',
  cut: false,
  picked: new Set<string>(),
});

const fieldsOf = ({ id, text, found, metadata, about }: Check): KeptFields => ({
  ...{ id, text, found, metadata, about },
});

/** Keeps the check that is open. */
export const keeper = openKeeper(() => fieldsOf(settle(store.get())));
let running: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What is tried again after a failure. */
let last = (): void => {};
const asItIs = (check: Check): Check => check;
/** What a check that is ended at this moment leaves. */
let settle = asItIs;
/** Hands over what has come of a check since the last frame. */
let handOver = (): void => {};

/** @param pick must give the same object for the same value. */
export function useCheck<T>(pick: (check: Check) => T): T {
  return useStore(store, pick);
}

export const getCheck = store.get;
export const subscribeToCheck = store.subscribe;

const change = (changes: Partial<Check>): void => store.set((check) => ({ ...check, ...changes }));

const changeClaims = (to: (claims: readonly Claim[]) => readonly Claim[]): void =>
  store.set((check) => ({ ...check, found: { ...check.found, claims: to(check.found.claims) } }));

function begin(): AbortSignal {
  handOver();
  running?.abort();
  clearTimeout(timer);
  store.set(settle);
  settle = asItIs;
  running = new AbortController();
  return running.signal;
}

/** Takes the text of the text box, and looks for its claims once its writer pauses. */
export function writeText(text: string): void {
  // What was there stays as it was: what is written next is another check.
  if (text.trim() === '' && store.get().text.trim() !== '') replaceText(text);
  else takeText(text);
}

let writtenAt = 0;

/** Unix milliseconds at which somebody has last written here. */
export const lastWritten = (): number => writtenAt;

function takeText(text: string): void {
  writtenAt = Date.now();
  const signal = begin();
  if (text.length > LONGEST) {
    store.set((check) => ({ ...check, text: text.slice(0, LONGEST), version: check.version + 1, cut: true }));
  } else change({ text, cut: false });
  change({ work: 'none', failure: undefined, replaced: undefined, paused: undefined });
  const kept = store.get().text;
  if (kept.trim() === '') take('', []);
  else timer = setTimeout(() => void find(kept, signal), PAUSE);
}

/** What a document does not say of itself is `null`. */
type Stated<T> = { readonly [K in keyof T]: T[K] | null };

/**
 * Begins another check with a text from elsewhere; the one that was open can be had back.
 * @param document where the text comes from.
 */
export function replaceText(text: string, document?: Stated<CheckedDocument>): void {
  const old = startCheck();
  if (document !== undefined) changeAbout(readAbout({ document }));
  takeText(text);
  if (old.text.trim() !== '') change({ replaced: old });
}

export function undoReplace(): void {
  const { replaced, id } = store.get();
  if (replaced === undefined) return;
  showCheck(replaced, true);
  findAnew();
  // It was not touched: nothing of it is missed.
  void erase(id);
}

/** Opens an empty check. What was open is kept, and what was under way in it ends. @returns what was open. */
export function startCheck(): KeptFields {
  begin();
  keeper.flush();
  const old = fieldsOf(store.get());
  load(blank());
  return old;
}

/** Opens a check as it was; what was open is kept. @param kept whether it was just read, and needs not be kept anew. */
export function showCheck(check: KeptFields | KeptCheck, kept = false): void {
  begin();
  keeper.flush();
  load(check);
  if (kept) keeper.isKeptAs(fieldsOf(store.get()));
}

function load({
  id,
  text,
  found,
  metadata,
  about,
}: Omit<KeptFields, 'metadata'> & Partial<KeptFields>): void {
  const { version, waitingUntil } = store.get();
  store.set(() => ({
    ...{ id, text, found, metadata, about, waitingUntil, version: version + 1 },
    ...{ work: 'none', cut: false, picked: new Set<string>() },
  }));
}

/** Empties the check without keeping it: it was deleted. */
export function dropCheck(): void {
  begin();
  load(blank());
  keeper.isKeptAs(fieldsOf(store.get()));
}

export function changeAbout(changes: Partial<CheckAbout>): void {
  store.set((check) => ({ ...check, about: { ...check.about, ...changes } }));
}

/** Looks for the claims where those that are known are of another text. */
export function findAnew(): void {
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

/**
 * Checks the whole text: all its claims, in as many requests as that takes, or those most worth it.
 * @param limit the most claims of one request.
 */
export async function verifyText(limit: number): Promise<void> {
  const { text, found } = store.get();
  if (found.text === text && takesSeveral(found.claims, limit)) {
    return verifySome(inOrder(found.claims), limit, () => void verifyRest(limit), { anew: true });
  }
  const edited = found.text !== text;
  const known = edited ? [] : found.claims;
  const names = openNames(known);
  const gone = (edited ? [...found.gone, ...found.claims] : found.gone).filter(
    ({ decision }) => decision !== undefined,
  );
  await run(
    () => void verifyText(limit),
    (asked, signal) => checkText({ text, mode: 'verify', ...asked }, signal),
    {
      begin: () => change({ found: { text, claims: known.map(unjudged), gone }, metadata: undefined }),
      claim: (claim) => changeClaims((claims) => put(claims, { ...claim, id: names.of(claim) })),
      checking: (ids) => changeClaims((claims) => markChecking(claims, ids.map(names.known))),
      done: (metadata) => {
        // The text was edited a moment before: what a person decided goes along with its sentence.
        const followed = edited ? followEdit(found, text, metadata.claims).claims : [];
        changeClaims((claims) => {
          const before = new Map(claims.map((claim) => [claim.id, claim]));
          return metadata.claims.map((claim, index) => {
            const id = names.of(claim);
            const old = before.get(id);
            return sameIfEqual(old, inherit(followed[index] ?? old, { ...claim, id }));
          });
        });
        store.set((check) => ({ ...check, metadata: reviseDecided(metadata, check.found) }));
        keepLastJudge();
      },
    },
  );
}

/** Whether a check of all claims is more than one request. @param limit the most claims of one. */
export const takesSeveral = (claims: readonly Claim[], limit: number): boolean =>
  claims.length > limit && getSettings().checkFirst !== 'few' && getSettings().maxClaims === null;

/** In the order in which they are to be checked. */
function inOrder(claims: readonly Claim[]): readonly Claim[] {
  if (getSettings().checkFirst === 'place') return claims.toSorted((a, b) => a.start - b.start);
  return claims.toSorted((a, b) => (b.check_worthiness ?? 0) - (a.check_worthiness ?? 0));
}

/**
 * Checks the picked ones of the unchecked claims, or all of them that no person has decided, and leaves the others as
 * they are.
 * @param limit the most claims of one request.
 */
export async function verifyRest(limit: number): Promise<void> {
  const { found, picked } = store.get();
  const rest = found.claims.filter((claim) => (picked.size === 0 ? isOpen(claim) : picked.has(claim.id)));
  await verifySome(inOrder(rest.filter(isUnchecked)), limit, () => void verifyRest(limit));
}

/** Neither a model nor a person has judged it. */
export const isOpen = (claim: Claim): boolean => isUnchecked(claim) && claim.decision === undefined;

/**
 * Checks a claim again, with the sources that are chosen now. What a person gave as evidence is evidence.
 * @param ids of all places of it.
 * @param judge a model's id; without one, the model that is chosen now.
 */
export async function checkAgain(ids: readonly string[], limit: number, judge?: string): Promise<void> {
  const again = store.get().found.claims.filter(({ id }) => ids.includes(id));
  await verifySome(again, limit, () => void checkAgain(ids, limit, judge), {
    readMore: (signal) => readOwnEvidence(again[0], signal),
    judge,
  });
}

interface SomeOptions {
  /** What the claims are held against besides. */
  readonly readMore?: (signal: AbortSignal) => Promise<Pick<CheckRequest, 'documents'>>;
  readonly judge?: string | undefined;
  /** Whether nothing holds of what was known before. */
  readonly anew?: boolean;
}

async function verifySome(
  rest: readonly Claim[],
  limit: number,
  again: () => void,
  { readMore = async () => ({}), judge, anew = false }: SomeOptions = {},
): Promise<void> {
  const { text, found } = store.get();
  if (found.text !== text || rest.length === 0) return;
  const asked = new Set(rest);
  await run(
    again,
    async function* ({ maxClaims: _ofTheWhole, ...asked }, signal) {
      const more = await readMore(signal);
      yield* checkRest({ text, claims: rest.map(unjudged), limit, ...asked, ...more }, signal);
    },
    {
      begin: () => {
        changeClaims((claims) => claims.map((one) => (asked.has(one) ? unjudged(one) : setAside(one))));
        if (anew) change({ metadata: undefined });
      },
      claim: (claim) => changeClaims((claims) => putChecked(claims, claim)),
      checking: (ids) => changeClaims((claims) => markChecking(claims, ids)),
      done: (metadata) => {
        store.set((check) => ({
          ...check,
          metadata: revise(mergeMetadata(check.metadata, metadata, text), check.found),
        }));
        if (anew) keepLastJudge();
      },
    },
    judge,
  );
}

/** The gateway's own corrections hold where no person has decided. */
const reviseDecided = (metadata: FactCheckMetadata, found: Found): FactCheckMetadata =>
  found.claims.some(({ decision }) => decision !== undefined) ? revise(metadata, found) : metadata;

type Asked = Pick<CheckRequest, 'model' | 'key' | 'sources' | 'maxClaims' | 'judge'>;

/** The model that is chosen, its key, and the sources that go with it. @param judge a model's id in its place. */
async function askedModel(judge: string | undefined): Promise<Asked> {
  const choice = getChoice(judge);
  if (choice === undefined) return {};
  const { provider, model } = choice;
  const options = await readCheckOptions({ provider, id: model.model_id }, 'check');
  const own = judge === undefined && asksOwnJudge(getSettings());
  return { model: model.model_id, key: keyFor(provider), ...options, ...(own ? { judge: 'local' } : {}) };
}

/** Who gave the verdict that came last. */
function noteJudge({ model, key, judge: own }: Asked): void {
  if (model === undefined) return;
  const judge =
    own === 'local'
      ? { model: texts.check.ownJudgeName }
      : { model, ...(isSandboxKey(key) ? { simulated: true } : {}) };
  changeAbout({ judged: addJudge(store.get().about.judged, judge, Date.now()) });
}

/** Once all verdicts are of one check. */
function keepLastJudge(): void {
  const { judged } = store.get().about;
  if (judged !== undefined) changeAbout({ judged: { ...judged, by: judged.by.slice(-1) } });
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
  judge?: string,
): Promise<void> {
  const signal = begin();
  const { found, metadata } = store.get();
  last = again;
  settle = (check) => keepPicks(settleClaims(check, found, metadata));
  // Hundreds of verdicts may come at once: they are drawn together.
  const frames = gatherByFrame<() => void>((steps) => {
    if (!signal.aborted) for (const step of steps) step();
  });
  handOver = frames.flush;
  taker.begin();
  change({ work: 'verifying', failure: undefined, paused: undefined });
  let failure: FailureFacts | undefined;
  try {
    const asked = await askedModel(judge);
    for await (const event of ask(asked, signal)) {
      if (signal.aborted) return;
      frames.push(() => {
        if (event.type !== 'checking') noteJudge(asked);
        if (event.type === 'done') taker.done(event.metadata);
        else if (event.type === 'checking') taker.checking(event.ids);
        else taker.claim(event.claim);
      });
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

/** Halts a check that takes several requests; {@link verifyRest} goes on with it. */
export function pauseCheck(): void {
  stopCheck();
  change({ paused: true });
}

export function pickClaims(ids: readonly string[], picked: boolean): void {
  store.set((check) => {
    const others = check.picked.difference(new Set(ids));
    return { ...check, picked: picked ? others.union(new Set(ids)) : others };
  });
}

/** A person's verdict on a claim; without one, it is withdrawn. @param ids of all places of it. */
export function decideClaims(ids: readonly string[], decision: Decision | undefined): void {
  const by = store.get().about.shared?.name ?? '';
  const signed = decision === undefined || by === '' ? decision : { ...decision, by };
  changeClaims((claims) => claims.map((claim) => (ids.includes(claim.id) ? decideAs(claim, signed) : claim)));
  store.set((check) =>
    check.metadata === undefined ? check : { ...check, metadata: revise(check.metadata, check.found) },
  );
}

/** Puts a name to the decisions that this person has made so far. */
export function signDecisions(by: string): void {
  changeClaims((claims) =>
    claims.map((claim) =>
      claim.decision === undefined ? claim : { ...claim, decision: { ...claim.decision, by } },
    ),
  );
}

/** What others decided who work on the same check, by the claims' ids. */
export function takeOthers(others: ReadonlyMap<string, readonly Decision[]>): void {
  const { claims } = store.get().found;
  const now = claims.map((claim) => {
    const said = others.get(claim.id);
    if (JSON.stringify(said) === JSON.stringify(claim.others)) return claim;
    const { others: _before, ...own } = claim;
    return said === undefined ? own : { ...own, others: said };
  });
  // Nothing is drawn or kept anew where nothing is new.
  if (now.some((claim, index) => claim !== claims[index])) changeClaims(() => now);
}

export const tryAgain = (): void => last();

store.subscribe(keeper.changed);
