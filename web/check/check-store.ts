/** The text on the check view and what is known of its claims. It outlives the view. */
import { ApiFailure, type FailureFacts, factsOf } from '../api/failure.ts';
import { checkText } from '../api/gateway.ts';
import type { Claim, FactCheckMetadata } from '../api/types.ts';
import { markChecking } from '../claims/claim-state.ts';
import { readCheckOptions } from '../sources/check-options.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { keyFor } from '../state/keys.ts';

/** The gateway's own ceiling, in UTF-16 units. */
export const LONGEST = 200_000;
/** Milliseconds without a key press after which the claims are looked for. */
const PAUSE = 450;

export interface Check {
  readonly text: string;
  readonly claims: readonly Claim[];
  readonly work: 'none' | 'finding' | 'verifying';
  readonly metadata?: FactCheckMetadata | undefined;
  readonly failure?: FailureFacts | undefined;
  /** Whether the text was longer than it may be. */
  readonly cut: boolean;
}

const store = createStore<Check>({ text: '', claims: [], work: 'none', cut: false });
let running: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export function useCheck(): Check {
  return useStore(store, (check) => check);
}

function begin(): AbortSignal {
  running?.abort();
  clearTimeout(timer);
  running = new AbortController();
  return running.signal;
}

/** Takes a text and looks for its claims once its writer pauses. */
export function writeText(text: string): void {
  const signal = begin();
  const kept = text.slice(0, LONGEST);
  store.set(({ claims }) => ({ text: kept, claims, work: 'none', cut: text.length > LONGEST }));
  if (kept.trim() === '') store.set((check) => ({ ...check, claims: [] }));
  else timer = setTimeout(() => void find(kept, signal), PAUSE);
}

async function find(text: string, signal: AbortSignal): Promise<void> {
  store.set((check) => ({ ...check, work: 'finding' }));
  // Sentences that stand as they stood keep their verdicts.
  const before = new Map(store.get().claims.map((claim) => [claim.text, claim]));
  try {
    for await (const event of checkText({ text, mode: 'detect' }, signal)) {
      if (event.type !== 'done' || signal.aborted) continue;
      const claims = event.metadata.claims.map((claim) => keepVerdict(claim, before.get(claim.text)));
      store.set((check) => ({ ...check, claims, work: 'none', failure: undefined }));
    }
  } catch (error) {
    if (signal.aborted) return;
    const facts = factsOf(error);
    if (error instanceof ApiFailure && facts.status === 429) {
      const wait = Math.max(1_000, (facts.retryAt ?? 0) - Date.now());
      timer = setTimeout(() => void find(text, signal), wait);
      return;
    }
    store.set((check) => ({ ...check, work: 'none', failure: facts }));
  }
}

function keepVerdict(claim: Claim, known: Claim | undefined): Claim {
  return known?.verdict === undefined ? claim : { ...known, ...claim };
}

/** Gives each claim a verdict, with the model's key. */
export async function verifyText(model: { readonly provider: string; readonly id: string }): Promise<void> {
  const signal = begin();
  const { text } = store.get();
  store.set((check) => ({
    ...check,
    claims: [],
    work: 'verifying',
    failure: undefined,
    metadata: undefined,
  }));
  try {
    const options = await readCheckOptions(model, 'check');
    const request = {
      text,
      mode: 'verify',
      model: model.id,
      key: keyFor(model.provider),
      ...options,
    } as const;
    for await (const event of checkText(request, signal)) {
      if (signal.aborted) return;
      if (event.type === 'done') {
        const { metadata } = event;
        store.set((check) => ({ ...check, claims: metadata.claims, metadata }));
      } else if (event.type === 'checking')
        store.set((check) => ({ ...check, claims: markChecking(check.claims, event.ids) }));
      else store.set((check) => ({ ...check, claims: put(check.claims, event.claim) }));
    }
    store.set((check) => ({ ...check, work: 'none' }));
  } catch (error) {
    if (signal.aborted) return;
    store.set((check) => ({ ...check, work: 'none', failure: factsOf(error) }));
  }
}

function put(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  const at = claims.findIndex(({ id }) => id === claim.id);
  return at === -1 ? [...claims, claim] : claims.with(at, claim);
}

export function stopCheck(): void {
  begin();
  store.set((check) => ({ ...check, work: 'none' }));
}
