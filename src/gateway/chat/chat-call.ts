import type { AnswerAction } from '../../domain/answer-action.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import type { AskedTask } from '../../domain/asked-task.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { ChatRequest } from '../../domain/chat.ts';
import type { ClaimListing, JudgeWish, Search, StatementWish } from '../../domain/claim.ts';
import type { FactCheckMode } from '../../domain/fact-check-mode.ts';
import type { AskOwn, Retrieve } from '../../engine/factcheck/ground-conversation.ts';
import type { ReviewAbout } from '../../engine/factcheck/state/claim-review.ts';
import type { JsonTarget } from '../../models/upstream/ask-json.ts';
import type { PreparedCall } from '../../models/upstream/call-provider.ts';
import type { Endpoint } from '../../models/upstream/endpoint.ts';
import type { Task } from './prompts.ts';

/** What a caller asks of the chat. */
export interface ChatCall {
  readonly request: ChatRequest;
  readonly model: Model;
  readonly endpoint: Endpoint;
  readonly key: ApiKey;
  readonly task: AskedTask;
  readonly factCheck: FactCheckCall;
  /** Called before the model is asked where its answer may have only so many tokens. */
  readonly onShortened?: (maxTokens: number) => void;
}

interface FactCheckCall {
  readonly mode: FactCheckMode;
  /** Whether a stream sends claims as they are found. */
  readonly streamEvents: boolean;
  /** The answer is wanted with its corrections put in too. */
  readonly revise: boolean;
  /** What is done where something wrong is found in the answer. */
  readonly action: AnswerAction;
  readonly claims: ClaimListing;
  /** Both 0 to 1: claims below either are counted, and neither listed nor verified. */
  readonly minConfidence: number;
  readonly minCheckWorthiness: number;
  /** The most claims that are looked up. */
  readonly maxClaims: number;
  readonly retrieve: Retrieve;
  /** Asks what the request brought what the user asks. */
  readonly ask?: AskOwn;
  /** What the request wants of evidence: its own documents, and where else to look. */
  readonly evidenceWish: unknown;
  /** Which of the operator's documents are asked; those without a collection where absent. */
  readonly documentsFrom?: readonly string[];
  /** What `retrieve` has sent to sources outside so far. */
  readonly searches: () => readonly Search[];
  /** The request brought texts of its own, which `retrieve` searches. */
  readonly context: boolean;
  /** Among them are documents, or results of tools. */
  readonly brings: boolean;
  /** Claims are left alone that belong to a question about something else than facts. */
  readonly factsAlone: boolean;
  /** The model is asked to cite the numbers of the evidence. */
  readonly citations: boolean;
  /** What judges the claims: other models of the same provider; the answering one where absent. */
  readonly judgeModel?: JsonTarget;
  /** Whose verdicts are wanted; `auto` where absent. */
  readonly judge?: JudgeWish;
  /** Which statements are held against the evidence; `auto` where absent. */
  readonly statements?: StatementWish;
  /** The caller's fingerprint, under which verdicts are kept. */
  readonly callerId: string;
  /** The judge may search the web by itself, with the caller's key. */
  readonly native: boolean;
  /** Whose reviews the verdicts are, where ClaimReview is wanted. */
  readonly review?: ReviewAbout;
}

/** A chat whose model can serve it: the provider's request is composed, and not sent yet. */
export interface PreparedChat {
  readonly call: ChatCall;
  readonly task: Task;
  readonly upstream: PreparedCall;
  readonly mode: FactCheckMode;
  /** What is done with the answer; absent where nothing is asked for but metadata, or nothing can be done. */
  readonly action?: AnswerAction;
}
