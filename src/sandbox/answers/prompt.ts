/** What a simulated model is asked and what it answers, whichever wire the request came over. */

import type { JsonObject } from '../json.ts';

/** How the sandbox finds claims; the gateway's own detector is handed in. */
export type DetectClaims = (
  text: string,
) => readonly { readonly text: string; readonly original_text: string }[];

/** An item of the evidence that a model was sent. */
export interface SentItem {
  /** Title, host, kind and date, of which some may be missing. */
  readonly heading: readonly string[];
  readonly text: string;
}

/** @returns what the evidence says of the claim; `undefined` where that is not sure. */
export type JudgeClaim = (
  claim: string,
  items: readonly SentItem[],
) => Promise<
  | {
      readonly verdict: 'supported' | 'refuted' | 'conflicting' | 'not_enough_evidence';
      /** 0 to 1: how probable it is that the verdict is right. */
      readonly probability?: number | undefined;
      readonly evidence: readonly {
        /** Which of the items, from 0. */
        readonly index: number;
        readonly stance: 'supports' | 'refutes' | 'neutral';
        /** A literal part of the item's text. */
        readonly words: string;
      }[];
      /** What is wrong in a refuted claim, and what the evidence has instead; `""` where that is not known. */
      readonly wrong: string;
      readonly right: string;
    }
  | undefined
>;

/** What a model says, or the functions that it calls. */
export interface Reaction {
  readonly text?: string;
  readonly calls?: Answer['calls'];
}

/** @returns what a model does with a prompt; `undefined` where it does what the sandbox would. */
export type PlayModel = (prompt: Prompt) => Reaction | undefined;

/** What simulated models can do by the gateway's own means. */
export interface Abilities {
  readonly detect: DetectClaims;
  /** Without it, no claim is decided. */
  readonly judge?: JudgeClaim;
  /** A part that models play, such as an agent's. */
  readonly play?: PlayModel;
}

export type AnswerFormat =
  | { readonly type: 'text' }
  | { readonly type: 'json_object' }
  | { readonly type: 'json_schema'; readonly schema: unknown };

/** A picture, a file or a sound, as it arrived. */
export interface Attachment {
  readonly mediaType: string;
  /** Base64 as it stood in the request; or an address. */
  readonly data?: string;
  readonly url?: string;
}

interface PromptCall {
  readonly name: string;
  readonly id?: string;
}

export interface PromptTurn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** What the assistant called. */
  readonly calls?: readonly PromptCall[];
  /** What the called functions gave, in the order of the calls. */
  readonly results?: readonly { readonly name: string; readonly text: string }[];
}

/** Whether the user speaks: what functions gave is no question. */
export function isQuestion({ role, results, text }: PromptTurn): boolean {
  return role === 'user' && (results === undefined || text !== '');
}

export interface PromptTool {
  readonly name: string;
  /** JSON Schema of the arguments; absent where it takes none. */
  readonly parameters?: unknown;
}

export interface PromptTools {
  readonly offered: readonly PromptTool[];
  /** `required`: some function must be called; a name: that one. */
  readonly choice: 'none' | 'auto' | 'required' | { readonly name: string };
  /** Whether one answer may have several calls. */
  readonly parallel: boolean;
}

export interface Prompt {
  readonly system: readonly string[];
  readonly turns: readonly PromptTurn[];
  /** Absent where no function was offered. */
  readonly tools?: PromptTools;
  /** How many answers were asked for; 1 where absent. */
  readonly choices?: number;
  readonly format: AnswerFormat;
  /** At least 1. */
  readonly maxTokens?: number;
  readonly stop: readonly string[];
  /** Tokens that this model would like to spend on reasoning before it answers; 0 where it does not reason. */
  readonly thinking: number;
}

/** Where an answer ends: at its own end, or where the scenario of its key says. */
export type Ending = 'own' | 'length' | 'filtered' | 'broken';

interface TokenCounts {
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
  /** The functions that the model calls; empty where it calls none. Arguments are an object. */
  readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
  /** Why the model stopped; each wire has its own word for it. */
  readonly finish: 'end' | 'tool_calls' | 'stop_sequence' | 'length' | 'filtered';
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
