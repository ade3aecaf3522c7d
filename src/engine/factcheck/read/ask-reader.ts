/** One question to the reader: within the token budget and under a time limit. */
import type { Usage } from '../../../domain/chat.ts';
import type { JsonModel } from '../../../models/upstream/ask-json.ts';
import type { FenceWord } from '../choose/fence-evidence.ts';
import { isHopeless } from '../judge/ask-judge.ts';
import type { TokenBudget } from '../judge/token-budget.ts';
import { composeReading, type Passage, type RawReading, readReadings } from './compose-reading.ts';

export interface AskReaderOptions {
  readonly model: JsonModel;
  readonly budget: TokenBudget;
  /** Milliseconds that one call may take. */
  readonly timeoutMs: number;
  /** Random, at least 16 hexadecimal characters, another one each time. */
  readonly fenceWord: FenceWord;
  /** Called for every call that is begun. */
  readonly onCall: () => void;
}

interface ReaderAnswer {
  /** One for each claim of the passages, in order; `undefined` where there is none that can be used. */
  readonly readings?: readonly (RawReading | undefined)[];
  /** Whether another question may be answered: not where the key, the model or the request is refused. */
  readonly hopeless: boolean;
  /** Whether the model was asked at all. */
  readonly asked: boolean;
  readonly usage?: Usage;
}

/** Never rejects. */
export async function askReader(
  passages: readonly Passage[],
  { model, budget, timeoutMs, fenceWord, onCall }: AskReaderOptions,
  signal: AbortSignal,
): Promise<ReaderAnswer> {
  const { question, promptTokens, answerTokens } = composeReading(passages, model.model, fenceWord);
  const limited = { ...question, request: { ...question.request, maxTokens: answerTokens } };
  let asked = false;
  try {
    const answer = await budget.spend(promptTokens + answerTokens, timeoutMs, signal, (until) => {
      asked = true;
      onCall();
      return model.ask(limited, until);
    });
    if (answer === undefined) return { hopeless: false, asked };
    const claims = passages.reduce((sum, passage) => sum + passage.claims.length, 0);
    const readings = readReadings(answer.value, claims);
    return {
      hopeless: false,
      asked,
      ...(readings === undefined ? {} : { readings }),
      ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    };
  } catch (error) {
    return { hopeless: isHopeless(error), asked };
  }
}
