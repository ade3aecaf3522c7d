/** What is done with a whole answer in which something wrong is found. */
import type { AnswerAction, AnswerActionName } from '../../../domain/answer-action.ts';
import type { Choice } from '../../../domain/chat.ts';
import type { ChatAnswer } from '../../../domain/chat-answer.ts';
import { type CheckUsage, type Claim, type FactCheckMetadata, isChecked } from '../../../domain/claim.ts';
import { addDollars } from '../../../domain/dollars.ts';
import { GatewayError } from '../../../domain/errors.ts';
import { addUsage } from '../../../models/upstream/ask-json.ts';

/** How an action is done in one conversation. */
export interface Acting {
  readonly action: AnswerAction;
  /** Where the answer stands behind the messages. */
  readonly answerIndex: number;
  /** @returns the note on these claims, as it stands behind the text that they are from. */
  readonly note: (claims: readonly Claim[]) => string;
}

export interface ActingOnAnswer extends Acting {
  /** Asks the model once more, with what is wrong in the first of its answers that has any. */
  readonly askAgain: (wrong: Choice, claims: readonly Claim[]) => Promise<ChatAnswer>;
}

/** @throws what asking once more throws where the caller has left. */
export async function actOnAnswer(answer: ChatAnswer, acting: ActingOnAnswer): Promise<ChatAnswer> {
  const { action, answerIndex, askAgain } = acting;
  const found = claimsToActOn(action, answer.claims ?? [], answerIndex);
  const [first] = found;
  if (first === undefined) return withAction(answer, 'annotate');
  switch (action.do) {
    case 'append':
      return withAction(withNotes(answer, found, acting), 'append');
    case 'withhold':
      return withAction(withheld(answer, found, action), 'withhold');
    case 'retry': {
      const choice = first.choice_index ?? 0;
      const wrong = [answer, ...(answer.more ?? [])][choice] ?? answer;
      try {
        const second = await askAgain(wrong, inChoice(found, choice));
        return withAction(withAttempt(second, answer), 'retry');
      } catch (error) {
        // The first answer is there, and says what is wrong in it.
        if (!(error instanceof GatewayError)) throw error;
        return withAction(answer, 'annotate');
      }
    }
    default:
      return withAction(answer, 'annotate');
  }
}

function withAction(answer: ChatAnswer, action: AnswerActionName): ChatAnswer {
  return answer.metadata === undefined ? answer : { ...answer, metadata: { ...answer.metadata, action } };
}

/** @returns the claims and statements of an answer that an action is about, in order. */
export function claimsToActOn(
  { on }: Pick<AnswerAction, 'on'>,
  claims: readonly Claim[],
  answerIndex: number,
): readonly Claim[] {
  return claimsWith(on, claims).filter(({ message_index }) => message_index === answerIndex);
}

/** @returns the claims that somebody judged, and to one of these verdicts. */
export function claimsWith(on: AnswerAction['on'], claims: readonly Claim[]): readonly Claim[] {
  const verdicts: readonly (string | undefined)[] = on;
  return claims.filter((claim) => isChecked(claim) && verdicts.includes(claim.verdict));
}

export function inChoice(claims: readonly Claim[], choice: number): readonly Claim[] {
  return claims.filter(({ choice_index = 0 }) => choice_index === choice);
}

function withNotes(answer: ChatAnswer, found: readonly Claim[], { note }: Acting): ChatAnswer {
  const noted = <C extends Choice>(choice: C, index: number): C => {
    const claims = inChoice(found, index);
    if (claims.length === 0) return choice;
    const appended = note(claims);
    return { ...choice, content: choice.content + appended, appended };
  };
  const { more } = answer;
  return {
    ...noted(answer, 0),
    ...(more === undefined ? {} : { more: more.map((choice, at) => noted(choice, at + 1)) }),
  };
}

/** Nothing of a withheld answer is shown: neither its thoughts and calls nor what its provider wrote beside. */
function withheld(
  { written: _, ...answer }: ChatAnswer,
  found: readonly Claim[],
  { message }: AnswerAction,
): ChatAnswer {
  const hidden = <C extends Choice>(choice: C, index: number): C => {
    if (inChoice(found, index).length === 0) return choice;
    const { thoughts, toolCalls, logprobs, ...rest } = choice;
    return { ...rest, content: message, finishReason: 'content_filter' } as unknown as C;
  };
  const { more, claims = [] } = answer;
  return {
    ...hidden(answer, 0),
    // Who reads the claims of the answer reads them in the metadata: their places are in a text that is not there.
    claims: claims.filter((claim) => claim.role === 'user'),
    ...(more === undefined ? {} : { more: more.map((choice, at) => hidden(choice, at + 1)) }),
  };
}

/** The second of two answers: both are paid for. */
function withAttempt(second: ChatAnswer, first: ChatAnswer): ChatAnswer {
  const usage = addUsage(first.usage, second.usage);
  return {
    ...second,
    ...(usage === undefined ? {} : { usage }),
    ...(second.metadata === undefined ? {} : { metadata: afterAttempt(second.metadata, first.metadata) }),
  };
}

/** @returns the metadata of a second attempt, in which what verification used for both is counted. */
export function afterAttempt(
  second: FactCheckMetadata,
  first: FactCheckMetadata | undefined,
): FactCheckMetadata {
  const usage = addCheckUsage(first?.usage, second.usage);
  return { ...second, attempts: 2, ...(usage === undefined ? {} : { usage }) };
}

function addCheckUsage(one: CheckUsage | undefined, other: CheckUsage | undefined): CheckUsage | undefined {
  // Where no model was asked, nothing is known of a price.
  if (one === undefined || one.total_tokens === 0) return other ?? one;
  if (other === undefined || other.total_tokens === 0) return one;
  const cost = addDollars(one.cost, other.cost);
  return {
    prompt_tokens: one.prompt_tokens + other.prompt_tokens,
    completion_tokens: one.completion_tokens + other.completion_tokens,
    total_tokens: one.total_tokens + other.total_tokens,
    ...(cost === undefined ? {} : { cost }),
  };
}
