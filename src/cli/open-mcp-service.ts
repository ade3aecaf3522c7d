/** The gateway for one MCP client on this machine: in this process, over the operator's own configuration. */
import { LRUCache } from 'lru-cache';
import type { Documents } from '../documents/documents.ts';
import { readDocument } from '../engine/corpus/read-document.ts';
import { NATIVE } from '../engine/factcheck/check-plan.ts';
import { CONTEXT } from '../engine/factcheck/sources/context.ts';
import { LONGEST_SAMPLE } from '../mcp/client-model.ts';
import {
  type CheckAsked,
  type ClientModel,
  type EvidenceShelf,
  gatherItems,
  type KeptEvidence,
  type McpService,
  type OpenCheck,
} from '../mcp/mcp-service.ts';
import { searchSources } from '../mcp/search-sources.ts';
import { redactSecrets } from '../models/dialects/clean-message.ts';
import { type JsonTarget, jsonModel } from '../models/upstream/ask-json.ts';
import { CALLER, type CheckParts, checkerOf, lookingFor } from './open-checker.ts';
import { findModel, NoKey, normalizerOf } from './open-model.ts';
import type { Terminal } from './terminal.ts';

/** Documents whose passages are kept. */
const MOST_KEPT = 1_000;
/** Of a client's model. */
const PATIENT = { deadlineMs: LONGEST_SAMPLE, judgeTimeoutMs: LONGEST_SAMPLE };
/** Failures whose messages are written for people. */
const EXPECTED = new Set([
  ...['CommandFailed', 'ConfigError', 'GatewayError', 'ValidationError', 'DocumentFault'],
  ...['DocumentRefused', 'PageFailed', 'ReaderBusy'],
]);

/** @param modelId of the judge; the catalogue's default model unless it says otherwise. */
export function openMcpService(
  parts: CheckParts,
  documents: Documents,
  terminal: Terminal,
  modelId: string | undefined,
): McpService {
  const { config, store, providers, evidence } = parts;
  const check = checkerOf(parts);
  const { readLink } = documents;

  /** @returns the judge; `undefined` where there is no key and none was named. */
  const findJudge = async (named: string | undefined): Promise<JsonTarget | undefined> => {
    const id = named ?? modelId ?? providers.catalogue.defaultModel;
    try {
      return await findModel(id, terminal, config, providers);
    } catch (error) {
      if (error instanceof NoKey && named === undefined) return undefined;
      throw error;
    }
  };

  return {
    sources: evidence.names.filter((name) => name !== CONTEXT),

    async detect({ text, language, date }, signal) {
      return { steps: check({ text, language, date, wish: { mode: 'detect' } }, signal), items: () => [] };
    },

    async check(asked: CheckAsked, client: ClientModel | undefined, signal): Promise<OpenCheck> {
      const { text, language, sources, date, maxClaims = evidence.maxClaims } = asked;
      const judge = await findJudge(asked.model);
      const written = { text, language, date };
      const looking = lookingFor(parts, judge, sources);
      const { retrieve, items } = gatherItems(looking.retrieve);
      const ground = { ...looking, retrieve, maxClaims, callerId: CALLER, textDate: date };
      const target = judge ?? client?.target;
      if (target === undefined) {
        return { steps: check({ ...written, wish: { mode: 'ground', evidence: ground } }, signal), items };
      }
      // People may have to allow each question, and the client's model takes its time.
      const checked =
        judge === undefined && client !== undefined
          ? checkerOf({ verify: { ...parts.verify, ...PATIENT } })
          : check;
      const native = judge !== undefined && sources?.includes(NATIVE) === true;
      const { upstream } = judge === undefined && client !== undefined ? client : providers;
      const asking = { ...ground, model: jsonModel(upstream, target), native };
      return {
        steps: checked({ ...written, wish: { mode: 'verify', evidence: asking } }, signal),
        judge: target.model.id,
        items,
      };
    },

    async normalize(post, model, signal) {
      const target = await findJudge(model);
      return target && normalizerOf(target, providers.upstream, config)(post, signal);
    },

    search: (asked, signal) =>
      searchSources(lookingFor(parts, undefined, asked.sources).retrieve, asked, signal),

    ...(readLink === undefined ? {} : { readPage: (url, signal) => readLink(url, signal) }),

    async addEvidence(given) {
      const document = readDocument(JSON.stringify({ ...given, id: given.id ?? given.url }));
      const { added } = await store.corpus.add([document]);
      await store.corpus.fillVectors(new AbortController().signal);
      return { id: document.id, replaced: added === 0 };
    },

    shelf: createOwnShelf(),

    explain(error) {
      const { name, message, stack } = error as Error;
      if (EXPECTED.has(name)) return redactSecrets(message);
      terminal.stderr.write(`${redactSecrets(stack ?? String(error))}\n`);
      return 'Claimgate failed: its log (stderr) says why';
    },
  };
}

/** Of one client, which may see all of it. */
function createOwnShelf(): EvidenceShelf {
  const kept = new LRUCache<string, KeptEvidence>({ max: MOST_KEPT });
  return {
    async keep(name, entry) {
      kept.set(name, entry);
      return true;
    },
    find: async (name) => kept.get(name),
    list: () => [...kept.entries()].map(([name, { title }]) => ({ name, title })),
  };
}
