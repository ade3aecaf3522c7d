/** What is done where something wrong is found in an answer. */

export const ANSWER_ACTIONS = ['annotate', 'append', 'retry', 'withhold'] as const;
/**
 * - `annotate`: the metadata says it.
 * - `append`: the answer's own text ends with a note of it.
 * - `retry`: the answer is held back, and the model asked once more with what was found.
 * - `withhold`: the answer is held back, and a message comes in its place.
 */
export type AnswerActionName = (typeof ANSWER_ACTIONS)[number];

export const ACTED_ON_VERDICTS = ['refuted', 'conflicting', 'not_enough_evidence'] as const;

/** UTF-16 units of a message that comes in place of an answer. */
export const LONGEST_ACTION_MESSAGE: number = 2_000;

export interface AnswerAction {
  readonly do: AnswerActionName;
  /** Verdicts of the answer's claims and statements on which it is done; not empty. */
  readonly on: readonly (typeof ACTED_ON_VERDICTS)[number][];
  /** Comes in the place of an answer that is withheld. */
  readonly message: string;
}

/** What somebody says of an action. */
export type ActionWish = { readonly [Part in keyof AnswerAction]?: AnswerAction[Part] | null | undefined };

/** @returns an action, each part as the first of the wishes has it that says anything of it. */
export function resolveAction(
  wishes: readonly (ActionWish | null | undefined)[],
  shipped: AnswerAction,
): AnswerAction {
  const first = <P extends keyof AnswerAction>(part: P): AnswerAction[P] =>
    wishes.find((wish) => wish?.[part] != null)?.[part] ?? shipped[part];
  return { do: first('do'), on: first('on'), message: first('message') };
}
