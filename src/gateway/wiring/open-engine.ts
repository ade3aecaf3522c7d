/** Joins what checks claims: the gateway's own judge, the settings of verification, and the check of a text. */
import { createTextChecker } from '../../engine/factcheck/check-text.ts';
import { createExampleBank } from '../../engine/factcheck/normalize/example-bank.ts';
import { yieldTurn } from '../../engine/factcheck/yield-turn.ts';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import type { Config } from '../config/read-config.ts';
import type { Providers } from './open-providers.ts';
import { openVerification } from './open-verification.ts';

export type Engine = ReturnType<typeof openEngine>;

interface EngineOptions {
  readonly config: Pick<Config, 'dataDir' | 'examples' | 'factCheck' | 'judge'>;
  readonly providers: Pick<Providers, 'http' | 'upstream'>;
  /** Closed with the engine. */
  readonly judge: PairScorer;
  /** The server's. */
  readonly secret: string;
}

export function openEngine({ config, providers, judge, secret }: EngineOptions) {
  const verify = openVerification(config, providers, judge, secret);
  return {
    judge,
    verify,
    examples: createExampleBank(config.examples),
    checkText: createTextChecker({ verify, yieldTurn }),
    close: () => judge.close(),
  };
}
