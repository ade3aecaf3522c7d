/** Joins the parts of the engine for applications: a checker of texts against their own documents. */
import { textOf } from '../domain/chat.ts';
import type { FactCheckMetadata } from '../domain/claim.ts';
import { type JsonModel, parseAnswer } from '../models/upstream/ask-json.ts';
import type { CheckEvent } from './factcheck/check-event.ts';
import type { CheckWish, VerifySettings } from './factcheck/check-plan.ts';
import { createTextChecker } from './factcheck/check-text.ts';
import { fenceWordUnder } from './factcheck/choose/fence-evidence.ts';
import { type ContextDocument, gatherContext } from './factcheck/find/gather-context.ts';
import { createRetriever, WANTED_ITEMS } from './factcheck/find/retrieve.ts';
import { createCallerCache } from './factcheck/judge/verdict-cache.ts';
import { CONTEXT, createContextSource } from './factcheck/sources/context.ts';
import { createMemoryEvidenceCache } from './factcheck/sources/evidence-cache.ts';
import type { EvidenceSource } from './factcheck/sources/source.ts';
import { yieldTurn } from './factcheck/yield-turn.ts';
import { openPairScorer } from './judge/open-scorer.ts';
import type { PairScorer } from './judge/pair-scorer.ts';
import { SHIPPED_MODEL } from './judge/shipped-model.ts';

/** A text to check claims against. */
export type Document = Pick<ContextDocument, 'title' | 'url' | 'text'>;

/** What a model is asked. Its answer is JSON of the schema, as text; one that is not is asked for once more. */
export interface Question {
  readonly system: string;
  readonly user: string;
  /** JSON Schema: objects closed, every property required. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The most tokens that the answer needs. */
  readonly maxTokens: number;
}

/** Asks a model. What it rejects with leaves claims unchecked, and says so. */
export type AskModel = (question: Question, signal: AbortSignal) => Promise<string>;

export interface CheckerOptions {
  /** Texts to check claims against, in every check. */
  readonly documents?: readonly Document[];
  /** Judges on this machine, without a network: see {@link openJudge}. */
  readonly judge?: PairScorer;
  /** Judges what `judge` leaves undecided; all claims where that is absent. */
  readonly ask?: AskModel;
  /** What the model is called in `judged_by`; `model` where absent. */
  readonly model?: string;
  /** The most claims of one check that are looked up; 50 where absent. */
  readonly maxClaims?: number;
  /** Milliseconds from a text's end until what is not judged stays so; 30,000 where absent. */
  readonly deadlineMs?: number;
}

export interface CheckInput {
  /** A text, or its pieces as they are written. */
  readonly text: string | AsyncIterable<string>;
  /** Further texts to check it against. */
  readonly documents?: readonly Document[];
  /** When it was written: ISO 8601 date. */
  readonly date?: string;
  /** BCP 47 tag; guessed where absent. */
  readonly language?: string;
  /** Ends the check: its events end with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Checker {
  /** @returns claims as they are found, verdicts as they become known, then `done` with all of it. */
  check(input: CheckInput): AsyncIterableIterator<CheckEvent>;
  /** @returns what `done` says. */
  checkWhole(input: CheckInput): Promise<FactCheckMetadata>;
}

/** Judgements that are kept, and for how long: an hour. */
const KEPT = { size: 5_000, maxAge: 3_600_000 };

/**
 * Opens the judge that ships: a small model that reads a claim beside an excerpt, in a process of its own. It loads when it is
 * first asked; close it when the program ends.
 *
 * @param folder of another model of the same form.
 */
export function openJudge(folder: string = SHIPPED_MODEL): PairScorer {
  const limits = { maxPairs: 10_000, deadline: 600_000 };
  return openPairScorer({ enabled: true, folder, threads: 1, isBackground: false, ...limits });
}

export function createChecker({ documents = [], maxClaims = 50, ...options }: CheckerOptions = {}): Checker {
  const now = () => performance.now();
  const cacheOf = <T extends object>() => createCallerCache<T>({ ...KEPT, now });
  const secret = crypto.randomUUID();
  const settings: VerifySettings = {
    concurrency: 4,
    deadlineMs: options.deadlineMs ?? 30_000,
    judgeTimeoutMs: 30_000,
    tokenBudget: 1_000_000,
    local: options.judge,
    verdicts: cacheOf(),
    citations: cacheOf(),
    readings: cacheOf(),
    fenceWord: fenceWordUnder(secret),
    now,
    today: () => new Date().toISOString().slice(0, 10),
  };
  const model = options.ask && modelOf(options.ask, options.model ?? 'model');
  const retriever = createRetriever({
    sources: [],
    cache: createMemoryEvidenceCache({ now }),
    secret,
    now,
  });
  const sourceOf = (texts: readonly Document[]) =>
    createContextSource(gatherContext(texts, []).texts, yieldTurn);
  /** Read once for all checks. */
  const shared = documents.length === 0 ? [] : [sourceOf(documents)];

  const wishFor = (sources: readonly EvidenceSource[], date: string | undefined): CheckWish => {
    if (sources.length === 0) return { mode: 'detect' };
    return {
      mode: model === undefined ? 'ground' : 'verify',
      evidence: {
        model,
        maxClaims,
        context: true,
        textDate: date,
        callerId: 'application',
        retrieve: (claim, signal, query) =>
          retriever.retrieve(
            {
              claimText: query ?? claim.text,
              category: claim.category,
              language: claim.language,
              sources: new Set([CONTEXT]),
              own: sources.map((source) => ({ source })),
              patient: true,
              limit: WANTED_ITEMS,
            },
            signal,
            settings.deadlineMs,
          ),
      },
    };
  };

  const checkText = createTextChecker({ verify: settings, yieldTurn });

  async function* check(input: CheckInput): AsyncGenerator<CheckEvent, undefined> {
    const { text, documents: own = [], date, language, signal = new AbortController().signal } = input;
    const sources = own.length === 0 ? shared : [...shared, sourceOf(own)];
    for await (const events of checkText({ text, wish: wishFor(sources, date), language, date }, signal))
      yield* events;
    return undefined;
  }

  return {
    check,
    async checkWhole(input) {
      for await (const event of check(input)) if (event.type === 'done') return event.metadata;
      throw new Error('The check ended without its result');
    },
  };
}

function modelOf(ask: AskModel, id: string): JsonModel {
  return {
    model: { id, provider: 'own', wireId: id, capabilities: { reasoningEffort: false } },
    endpoint: { sandbox: false },
    async ask({ request, schema }, signal) {
      const [system, user] = request.messages.map(textOf);
      const maxTokens = request.maxTokens ?? 0;
      const text = await ask({ system: system ?? '', user: user ?? '', schema, maxTokens }, signal);
      return { value: parseAnswer(text), text };
    },
  };
}
