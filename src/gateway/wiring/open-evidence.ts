/** Joins the sources of evidence: the operator's documents and the starter corpus, and those outside that config names. */
import { performance } from 'node:perf_hooks';
import { NATIVE } from '../../engine/factcheck/check-plan.ts';
import { describeNative, describeSource, problemOf } from '../../engine/factcheck/find/describe-source.ts';
import type { EvidenceService, SourceFinding } from '../../engine/factcheck/find/evidence.ts';
import { recordSearches } from '../../engine/factcheck/find/record-searches.ts';
import {
  type FailingSources,
  rememberOutcomes,
  type SourceOutcome,
} from '../../engine/factcheck/find/remember-outcomes.ts';
import { createRetriever, type SourceWatch, WANTED_ITEMS } from '../../engine/factcheck/find/retrieve.ts';
import type { AskOwn, Retrieve } from '../../engine/factcheck/ground-conversation.ts';
import { CONTEXT, createContextSource } from '../../engine/factcheck/sources/context.ts';
import { createContextMemories } from '../../engine/factcheck/sources/context-memory.ts';
import { createCorpusSource } from '../../engine/factcheck/sources/corpus.ts';
import {
  createMemoryEvidenceCache,
  createSharedEvidenceCache,
} from '../../engine/factcheck/sources/evidence-cache.ts';
import type { EvidenceSource } from '../../engine/factcheck/sources/source.ts';
import type { StarterEntry } from '../../engine/factcheck/sources/starter/read-entries.ts';
import { createStarterSource } from '../../engine/factcheck/sources/starter.ts';
import { yieldTurn } from '../../engine/factcheck/yield-turn.ts';
import { type EvidenceAccess, evidenceAccessOf } from '../admission/evidence-access.ts';
import type { Config } from '../config/read-config.ts';
import type { MeaningOptions } from '../store/corpus/search-meaning.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { openCollectionsOfProfiles } from './name-empty-collections.ts';
import type { Shelf } from './open-shelf.ts';
import { openSources, type SourcesConfig } from './open-sources.ts';

interface EvidenceOptions {
  readonly config: SourcesConfig & Pick<Config, 'corpus' | 'profiles'>;
  readonly store: Store;
  readonly secret: string;
  /** What reads the meaning of what requests bring, if anything does. */
  readonly meaning?: MeaningOptions | undefined;
  /** Entries of the starter corpus. */
  readonly starter: readonly StarterEntry[];
  readonly watch: SourceWatch;
  readonly tracing?: Tracing | undefined;
  /** Where found evidence is shared with other processes, if it is. */
  readonly shelf?: Shelf | undefined;
  /** Tells other processes of the same gateway how a search went. */
  readonly tellOthers?: ((source: string, outcome: SourceOutcome) => void) | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface OpenEvidence extends EvidenceService {
  /** A source was searched, as another process says. */
  searched(source: string, outcome: SourceOutcome): void;
  /** Sources whose last search failed. */
  failing(): FailingSources;
  /** Reads small collections into memory before somebody waits for them. Never rejects. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** Items that an operator is shown of all sources. */
const MOST_SHOWN = 100;

/** The starter corpus never changes: one index serves the process. */
let starterIndex: EvidenceSource | undefined;

/** @throws ConfigError where a source cannot be used. */
export function openEvidence(options: EvidenceOptions): OpenEvidence {
  const { config, store, secret, meaning } = options;
  starterIndex ??= createStarterSource(options.starter);
  const corpus = createCorpusSource(store.corpus);
  const named = openCollectionsOfProfiles(config, store);
  const local = [corpus, starterIndex];
  const { chosen, close: closeSources } = openSources(config, local, options.tracing);
  // Where the corpus has its place and its categories, its collections have theirs.
  const collections = [...named].map(([name, collection]) => createCorpusSource(collection, name));
  const withCollections = chosen.flatMap((one) =>
    one.source === corpus ? [one, ...collections.map((source) => ({ ...one, source }))] : [one],
  );
  const { watch, receive, lastOf, failing } = rememberOutcomes(
    options.watch,
    options.now,
    options.tellOthers,
  );
  const clock = { now: () => performance.now() };
  const retriever = createRetriever({
    sources: withCollections,
    cache:
      options.shelf === undefined
        ? createMemoryEvidenceCache(clock)
        : createSharedEvidenceCache(options.shelf),
    secret,
    watch,
    ...clock,
  });
  const inside = new Set([CONTEXT, ...local.map(({ name }) => name)]);
  const open = new Set([...inside].filter((name) => name !== corpus.name));
  const archives = {
    all: chosen.filter(({ source }) => source.reach === 'archive').map(({ source }) => source.name),
    public: config.sources.flatMap(({ name, archive }) => (archive?.public ? [name] : [])),
    none: [],
  };
  const names = chosen.map(({ source }) => source.name);
  const { outside } = config.factCheck;
  const memories = createContextMemories();
  // However many long texts are read at once, each turn reads one slice.
  let turn = Promise.resolve();
  const takeTurn = (): Promise<void> => {
    turn = turn.then(yieldTurn);
    return turn;
  };
  return {
    close: closeSources,
    searched: receive,
    failing,
    async warm() {
      await Promise.all([store.corpus, ...named.values()].map((one) => one.warm()));
    },
    names: [CONTEXT, ...names, NATIVE],
    maxClaims: config.factCheck.maxClaims,
    outside,
    list: async () => [
      ...(await Promise.all(chosen.map(({ source }) => describeSource(source, lastOf(source.name))))),
      describeNative(),
    ],
    retrieveForOperator(withOutside) {
      const asked = chosen.filter(({ source }) => withOutside || source.reach !== 'outside');
      const sources = new Set(asked.map(({ source }) => source.name));
      const findings = new Map<string, readonly SourceFinding[]>();
      return {
        async retrieve({ id, text, category, language }, signal, query) {
          const claimText = query ?? text;
          const { items, ...found } = await retriever.retrieve(
            { claimText, category, language, sources, limit: MOST_SHOWN },
            signal,
            config.factCheck.groundDeadline,
          );
          findings.set(
            id,
            found.asked.map((source) => {
              const fault = found.failed.find((failure) => failure.source === source)?.fault;
              return {
                source,
                items: items.filter(({ item }) => item.source === source),
                ...(fault === undefined ? {} : { problem: problemOf(fault) }),
              };
            }),
          );
          return { ...found, items: items.slice(0, WANTED_ITEMS) };
        },
        findingsOf: (id) => findings.get(id) ?? [],
      };
    },
    retrieveFor({
      key,
      callerId,
      sandbox,
      accepted,
      mayReadOwn,
      sources: asked,
      documentsFrom,
      context = [],
    }) {
      const brought =
        context.length === 0
          ? []
          : [
              {
                source: createContextSource(context, takeTurn, {
                  embedder: meaning?.embedder,
                  memory: callerId === undefined ? undefined : memories.of(callerId),
                }),
              },
            ];
      const own = documentsFrom === undefined ? inside : new Set([...open, ...documentsFrom]);
      // That a request names an archive opens it to nobody.
      const outsiders = (asked ?? (outside === 'always' ? names : [])).filter(
        (name) => !archives.all.includes(name),
      );
      let withArchives: ReadonlySet<string> | undefined;
      let access: EvidenceAccess | undefined;
      let withOutsiders: ReadonlySet<string> | undefined;
      /** @param staysInside whether only sources of this machine are asked. */
      const findAllowed = (staysInside: boolean): ReadonlySet<string> => {
        access ??= evidenceAccessOf({
          isSandbox: sandbox,
          isAccepted: accepted(),
          mayReadOwn: mayReadOwn(),
          isCorpusPublic: config.corpus.public,
        });
        const local = access.own ? own : open;
        if (staysInside) return local;
        // A profile that says which documents count has chosen them.
        const reach = access.archives === 'all' && documentsFrom !== undefined ? 'public' : access.archives;
        withArchives ??= new Set([...local, ...archives[reach]]);
        if (!access.outside) return withArchives;
        withOutsiders ??= new Set([...withArchives, ...outsiders]);
        return withOutsiders;
      };
      const { onSend, searches } = recordSearches();
      const retrieve: Retrieve = (claim, signal, query, patient = false) =>
        retriever.retrieve(
          {
            claimText: query ?? claim.text,
            category: claim.category,
            language: claim.language,
            sources: findAllowed(query !== undefined && brought.length > 0),
            own: brought,
            patient,
            limit: WANTED_ITEMS,
            onSend,
            ...(key === undefined ? {} : { key }),
            ...(callerId === undefined ? {} : { callerId }),
          },
          signal,
          config.factCheck.groundDeadline,
        );
      const ask: AskOwn = (question, language, signal) =>
        retriever.retrieve(
          {
            ...{ claimText: question, category: 'other', language, own: brought, limit: WANTED_ITEMS },
            sources: new Set([CONTEXT]),
          },
          signal,
          config.factCheck.groundDeadline,
        );
      const isRead = context.every(({ inConversation }) => inConversation);
      return { retrieve, searches, ...(isRead ? {} : { ask }) };
    },
  };
}

/** Names each source that fails, and counts how all of them do. */
export function watchSources(
  log: Log,
  { counter, timer }: Metrics,
  tracing: Tracing | undefined,
): SourceWatch {
  const answers = counter(
    'claimgate_source_answers_total',
    'Searches that a source of evidence answered, by source.',
    ['source'],
  );
  const failures = counter(
    'claimgate_source_failures_total',
    'Searches that a source of evidence failed, by source and fault.',
    ['source', 'fault'],
  );
  const observe = timer(
    'claimgate_source_duration_seconds',
    'How long a source took to answer a search, by source.',
    'source',
    [0.0005, 0.002, 0.01, 0.05, 0.2, 0.5, 1, 2, 5],
  );
  const trace = (source: string, milliseconds: number, cached: boolean, fault?: string): void =>
    tracing?.record(
      `search ${source}`,
      'client',
      milliseconds,
      {
        'gen_ai.operation.name': 'retrieval',
        'gen_ai.data_source.id': source,
        'claimgate.cached': cached,
      },
      fault,
    );
  return {
    onAnswer({ source, cached, milliseconds }) {
      answers.inc({ source });
      // What was found a moment ago was not searched again.
      if (milliseconds !== undefined) trace(source, milliseconds, cached);
      if (!cached && milliseconds !== undefined) observe(source, milliseconds / 1_000);
    },
    onFailure({ source, fault, message, milliseconds }) {
      failures.inc({ source, fault });
      trace(source, milliseconds, false, fault);
      log.warn({ source, fault, ms: Math.round(milliseconds) }, message);
    },
  };
}
