/** Joins what checks claims: the judge on this machine, the settings of verification, and the check of a text. */
import { createTextChecker } from '../../engine/factcheck/check-text.ts';
import { createExampleBank } from '../../engine/factcheck/normalize/example-bank.ts';
import { yieldTurn } from '../../engine/factcheck/yield-turn.ts';
import type { PairScorer } from '../../engine/judge/pair-scorer.ts';
import type { Config } from '../config/read-config.ts';
import type { Log } from '../telemetry/log.ts';
import { openJudge } from './open-judge.ts';
import type { Providers } from './open-providers.ts';
import { openVerification } from './open-verification.ts';

export type Engine = ReturnType<typeof openEngine>;

interface EngineOptions {
  readonly config: Pick<Config, 'dataDir' | 'examples' | 'factCheck' | 'judge' | 'workers'>;
  readonly providers: Pick<Providers, 'http' | 'upstream'>;
  /** What reads pairs in place of the model on this machine. */
  readonly judge: PairScorer | undefined;
  readonly log: Log;
  /** The server's. */
  readonly secret: string;
}

export function openEngine({ config, providers, judge: given, log, secret }: EngineOptions) {
  const judge =
    given ?? openJudge(config, (why) => log.error({ why }, "the gateway's own judge cannot be loaded"));
  const verify = openVerification(config, providers, judge, secret);
  return {
    judge,
    verify,
    examples: createExampleBank(config.examples),
    checkText: createTextChecker({ verify, yieldTurn }),
    close: () => judge.close(),
  };
}
