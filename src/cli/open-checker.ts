/** Opens what `claimgate check` needs: the checker, sources and settings that the server has. */
import type { Config } from '../config/read-config.ts';
import { createTextChecker, type TextCheckEvent } from '../factcheck/check-text.ts';
import { CONTEXT } from '../factcheck/sources/context.ts';
import { readStarterEntries } from '../factcheck/sources/starter/read-entries.ts';
import { NATIVE } from '../factcheck/verify/verify-settings.ts';
import type { Store } from '../store/store.ts';
import { openEvidence } from '../wiring/open-evidence.ts';
import type { Providers } from '../wiring/open-providers.ts';
import { openSecret } from '../wiring/open-secret.ts';
import { newNonce, openVerification, yieldTurn } from '../wiring/open-verification.ts';
import { CommandFailed } from './command-failed.ts';
import type { OpenModel } from './open-model.ts';
import type { Terminal } from './terminal.ts';

/** What the command asks for. */
export interface CheckRequest {
  readonly text: string;
  /** Those outside that are asked too, beside what config says. */
  readonly sources?: readonly string[];
  /** The most claims that are looked up; as config has it where absent. */
  readonly maxClaims?: number;
  readonly language?: string;
  /** ISO 8601: the day on which the text was written. */
  readonly date?: string;
}

export interface CheckerOptions {
  readonly config: Config;
  readonly store: Store;
  readonly providers: Pick<Providers, 'upstream' | 'http'>;
  /** The judge; without one, claims get evidence and no verdicts. */
  readonly judge: Pick<OpenModel, 'target'> | undefined;
}

/** One process has one caller. */
const CALLER = 'command-line';

/** @throws ConfigError where a source cannot be used. */
export async function openChecker(
  { config, store, providers, judge }: CheckerOptions,
  { stderr }: Pick<Terminal, 'stderr'>,
) {
  const { text: secret } = await openSecret(config, store);
  const failed = new Set<string>();
  const evidence = openEvidence({
    config,
    store,
    secret,
    starter: readStarterEntries(),
    watch: {
      onFailure({ source, message }) {
        if (!failed.has(source)) stderr.write(`${source}: ${message}\n`);
        failed.add(source);
      },
    },
    yieldTurn,
  });
  const expectSources = (sources: readonly string[], isUnjudged: boolean): void => {
    const known = evidence.names.filter((name) => name !== CONTEXT && !(isUnjudged && name === NATIVE));
    const unknown = sources.find((name) => !known.includes(name));
    if (unknown === undefined) return;
    const why =
      unknown === NATIVE ? 'needs --model' : 'is no source of this config (see claimgate sources list)';
    throw new CommandFailed(`--sources: ${unknown} ${why}; there are ${known.join(', ')}`, 2);
  };
  const checkText = createTextChecker({
    upstream: providers.upstream,
    verify: openVerification(config, providers),
    newNonce,
    yieldTurn,
  });
  return {
    close: () => evidence.close(),
    /** How many claims are looked up at most, where the request does not say. */
    maxClaims: evidence.maxClaims,
    /** @throws CommandFailed where there is no such source. */
    check(
      { text, sources = [], maxClaims = evidence.maxClaims, language, date }: CheckRequest,
      signal: AbortSignal,
    ): AsyncGenerator<readonly TextCheckEvent[]> {
      expectSources(sources, judge === undefined);
      const retrieve = evidence.retrieveFor({
        ...(judge === undefined ? {} : { key: judge.target.key }),
        sandbox: judge?.target.endpoint.sandbox === true,
        // Who runs the command is the operator, whose sources these are.
        accepted: true,
        ...(sources.length === 0 ? {} : { sources }),
        ...(language === undefined ? {} : { language }),
      });
      const ground = { retrieve, maxClaims };
      if (judge === undefined) return checkText({ text, mode: 'ground', asked: ground }, signal);
      const { target } = judge;
      const asked = { ...ground, target, callerId: CALLER, native: sources.includes(NATIVE), textDate: date };
      return checkText({ text, mode: 'verify', asked }, signal);
    },
  };
}
