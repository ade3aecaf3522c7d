/** What a simulated model is asked and what it answers, whichever wire the request came over. */

/** How the sandbox finds claims; the gateway's own detector is handed in. */
export type DetectClaims = (
  text: string,
) => readonly { readonly text: string; readonly original_text: string }[];

export type AnswerFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | { readonly type: 'json_schema'; readonly schema: unknown };

export interface Prompt {
  readonly system: readonly string[];
  readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly format: AnswerFormat;
  /** At least 1. */
  readonly maxTokens?: number;
  readonly stop: readonly string[];
  /** Tokens that this model would like to spend on reasoning before it answers; 0 where it does not reason. */
  readonly thinking: number;
}

/** Where an answer ends: at its own end, or where the scenario of its key says. */
export type Ending = 'own' | 'length' | 'filtered' | 'broken';

export interface TokenCounts {
  readonly prompt: number;
  /** Part of `prompt`. */
  readonly cached: number;
  /** Tokens of the visible text. */
  readonly text: number;
  /** Not part of `text`. */
  readonly reasoning: number;
}

export interface Answer {
  /** The text in the pieces it is streamed in. */
  readonly tokens: readonly string[];
  /** Why the model stopped; each wire has its own word for it. */
  readonly finish: 'end' | 'stop_sequence' | 'length' | 'filtered';
  /** The sequence that ended the answer, where one did. */
  readonly stopSequence: string | undefined;
  readonly counts: TokenCounts;
}

/** A prompt with what every maker of answers wants to know of it. */
export interface Question {
  readonly prompt: Prompt;
  /** The last user message, `""` where there is none. */
  readonly message: string;
  /** The claims in it, normalized. */
  readonly claims: readonly string[];
}

/** One kind of answer. Gives `undefined` for a question that it has no answer to. */
export type AnswerMaker = (question: Question) => string | undefined;
