/** Opens what `claimgate check` needs: the checker, sources and settings that the server has. */

import { type CheckMode, reaches } from '../domain/fact-check-mode.ts';
import { NATIVE, type VerifySettings } from '../engine/factcheck/check-plan.ts';
import { createTextChecker, type TextCheckEvent } from '../engine/factcheck/check-text.ts';
import type { EvidenceService } from '../engine/factcheck/find/evidence.ts';
import {
  type ContextDocument,
  type ContextText,
  gatherContext,
} from '../engine/factcheck/find/gather-context.ts';
import { CONTEXT } from '../engine/factcheck/sources/context.ts';
import { readStarterEntries } from '../engine/factcheck/sources/starter/read-entries.ts';
import { MOST_LISTED } from '../engine/factcheck/state/claims-metadata.ts';
import { yieldTurn } from '../engine/factcheck/yield-turn.ts';
import type { Config } from '../gateway/config/read-config.ts';
import type { MeaningOptions } from '../gateway/store/corpus/search-meaning.ts';
import type { Store } from '../gateway/store/store.ts';
import { openEvidence } from '../gateway/wiring/open-evidence.ts';
import { openJudge } from '../gateway/wiring/open-judge.ts';
import type { Providers } from '../gateway/wiring/open-providers.ts';
import { openSecret } from '../gateway/wiring/open-secret.ts';
import { openVerification } from '../gateway/wiring/open-verification.ts';
import { type JsonTarget, jsonModel } from '../models/upstream/ask-json.ts';
import { CommandFailed } from './command-failed.ts';
import { findModel, NoKey, openProvidersOf } from './open-model.ts';
import { withStore } from './open-store.ts';
import type { Terminal } from './terminal.ts';

/** What is checked, and how. */
export interface CheckRequest {
  readonly text: string;
  /** Those outside that may be asked; as config says where absent. */
  readonly sources?: readonly string[];
  /** The most claims that are looked up. */
  readonly maxClaims: number;
  readonly language?: string;
  /** ISO 8601: the day on which the text was written. */
  readonly date?: string;
  /** What the text is held against. */
  readonly documents?: readonly ContextDocument[];
  readonly mode: CheckMode;
}

type CheckText = (request: CheckRequest, signal: AbortSignal) => AsyncGenerator<readonly TextCheckEvent[]>;

/** What a check is made of. */
export interface CheckParts {
  readonly config: Config;
  readonly store: Store;
  readonly providers: Providers;
  readonly evidence: EvidenceService;
  readonly verify: VerifySettings;
}

/** Of one command: pairs that are read, and milliseconds that a claim may wait for them. */
const PATIENT_PAIRS = 10_000;
const PATIENT_DEADLINE = 600_000;

/** One process has one caller. */
export const CALLER = 'command-line';

/**
 * Runs work with the parts of a check, and closes them afterwards.
 *
 * @throws CommandFailed or ConfigError where they cannot be opened.
 */
export async function withCheckParts(
  terminal: Terminal,
  work: (parts: CheckParts) => Promise<void>,
): Promise<void> {
  await withStore(terminal, async (store, config, meaning) => {
    const local =
      terminal.judge ??
      openJudge(
        patient(config),
        (why) => terminal.stderr.write(`The gateway’s own judge cannot be loaded: ${why}\n`),
        false,
      );
    try {
      const providers = await openProvidersOf(config, local);
      try {
        await withEvidence(config, store, terminal, meaning, (evidence, secret) =>
          work({
            ...{ config, store, providers, evidence },
            verify: openVerification(config, providers, local, secret),
          }),
        );
      } finally {
        await providers.close();
      }
    } finally {
      await local.close();
    }
  });
}

/** Nobody waits here as in a chat: what is begun is judged. */
function patient(config: Config): Config {
  const { local } = config.judge;
  return {
    ...config,
    judge: { local: { ...local, maxPairs: PATIENT_PAIRS, deadline: PATIENT_DEADLINE } },
  };
}

/** @returns the checker of these parts. */
export function checkerOf({ verify }: Pick<CheckParts, 'verify'>) {
  return createTextChecker({ verify, yieldTurn });
}

/** What looks for evidence. @param judge absent where nobody judges. */
export function lookingFor(
  { evidence }: Pick<CheckParts, 'evidence'>,
  judge: Pick<JsonTarget, 'key' | 'endpoint'> | undefined,
  sources: readonly string[] | undefined,
  context: readonly ContextText[] = [],
) {
  return evidence.retrieveFor({
    key: judge?.key,
    sandbox: judge?.endpoint.sandbox === true,
    // Who runs the command is the operator, whose sources these are.
    accepted: () => true,
    mayReadOwn: () => true,
    sources,
    context,
  });
}

/**
 * Runs work with a checker, and closes everything afterwards. The checker throws CommandFailed where a source is
 * named that there is not, and GatewayError where the judge's provider refused every call.
 *
 * @param wanted.judged whether claims get verdicts of a model; without, of the gateway's own judge, or none where it is not there.
 * @param wanted.model of the judge; by default the default model, or a simulated one where there is no key for it.
 * @param wanted.against whether the text is held against documents: a simulated model is asked only where the gateway's own
 *   judge is not there.
 * @param wanted.sources outside sources that are to be asked, where any are named.
 * @param work is handed the most claims that are looked up where nobody says how many, which is all of them where no model and no
 *   source outside is asked; the judge's name, and whether it is the sandbox's.
 * @throws CommandFailed, ConfigError or GatewayError where it cannot be opened.
 */
export async function withChecker(
  wanted: {
    readonly judged: boolean;
    readonly model: string | undefined;
    readonly against: boolean;
    readonly sources: readonly string[] | undefined;
  },
  terminal: Terminal,
  work: (
    checkText: CheckText,
    has: { readonly maxClaims: number; readonly sandbox: boolean; readonly judge: string | undefined },
  ) => Promise<void>,
): Promise<void> {
  await withCheckParts(terminal, async (parts) => {
    const { evidence, verify } = parts;
    const judge = wanted.judged ? await findJudge(wanted, terminal, parts) : undefined;
    const check = checkerOf(parts);
    const checkText: CheckText = ({ text, documents, ...wanted }, signal) => {
      const { sources, maxClaims, language, date, mode } = wanted;
      expectSources(sources ?? [], evidence.names, judge !== undefined);
      const written = { text, language, date };
      if (!reaches(mode, 'ground')) return check({ ...written, wish: { mode } }, signal);
      const { texts } = gatherContext(documents ?? [], []);
      const looking = lookingFor(parts, judge, sources, texts);
      const native = judge !== undefined && sources?.includes(NATIVE) === true;
      const model = judge && jsonModel(parts.providers.upstream, judge);
      const asked = { ...looking, maxClaims, model, callerId: CALLER, native, textDate: date };
      const wish = { mode, evidence: { ...asked, context: texts.length > 0 } };
      return check({ ...written, wish }, signal);
    };
    const sandbox = judge?.endpoint.sandbox === true;
    const local = verify.local?.state() === 'ready' ? LOCAL_NAME : undefined;
    const name = judge === undefined ? local : `${judge.model.id}${sandbox ? ' (simulated)' : ''}`;
    const asksOutside = wanted.sources !== undefined || evidence.outside === 'always';
    const maxClaims = judge === undefined && !asksOutside ? MOST_LISTED : evidence.maxClaims;
    await work(checkText, { maxClaims, sandbox, judge: name });
  });
}

/** What the gateway's own judge is called for people. */
const LOCAL_NAME = 'a small model on this machine';

/** @returns `undefined` where the gateway's own judge alone judges. @throws as `findModel`. */
async function findJudge(
  { model: named, against }: { readonly model: string | undefined; readonly against: boolean },
  terminal: Terminal,
  { config, providers, verify }: CheckParts,
): Promise<JsonTarget | undefined> {
  const id = named ?? providers.catalogue.defaultModel;
  try {
    return await findModel(id, terminal, config, providers);
  } catch (error) {
    if (named !== undefined || !(error instanceof NoKey)) throw error;
    const isLocal = verify.local?.state() === 'ready';
    if (isLocal && (against || providers.sandbox === undefined)) return undefined;
    if (providers.sandbox === undefined) throw error;
    const what = isLocal ? 'what a small model on this machine leaves undecided' : '';
    terminal.stderr.write(
      `No --model and no key: a simulated model judges ${what}`.trim() +
        '. Rely on no verdict of it; set CLAIMGATE_API_KEY for a real one.\n',
    );
    return findModel(id, { readProviderKey: () => 'sandbox' }, config, providers);
  }
}

/** The server's sources of evidence. A source that fails is named once on stderr. */
async function withEvidence(
  config: Config,
  store: Store,
  { stderr, now }: Terminal,
  meaning: MeaningOptions | undefined,
  work: (evidence: EvidenceService, secret: string) => Promise<void>,
): Promise<void> {
  const { text: secret } = await openSecret(config, store);
  const failed = new Set<string>();
  const watch = {
    onFailure({ source, message }: { readonly source: string; readonly message: string }): void {
      if (!failed.has(source)) stderr.write(`${source}: ${message}\n`);
      failed.add(source);
    },
  };
  const evidence = openEvidence({
    config,
    store,
    secret,
    meaning,
    starter: readStarterEntries(),
    watch,
    now,
  });
  try {
    await work(evidence, secret);
  } finally {
    await evidence.close();
  }
}

/** @throws CommandFailed naming the first that there is not. */
function expectSources(sources: readonly string[], names: readonly string[], judged: boolean): void {
  const known = names.filter((name) => name !== CONTEXT && (judged || name !== NATIVE));
  const unknown = sources.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const why =
    unknown === NATIVE ? 'needs --model' : 'is not a configured source (see claimgate sources list)';
  throw new CommandFailed(`--sources: ${unknown} ${why}; available: ${known.join(', ')}`, 2);
}
