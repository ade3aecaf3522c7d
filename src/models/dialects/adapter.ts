/**
 * What a provider's adapter is: pure translation between the gateway's words and one provider's wire.
 * An adapter holds no state and does no I/O; it may be called again on a retry and gives the same.
 */
import type { ApiKey } from '../../domain/api-key.ts';
import type { Model } from '../../domain/catalogue.ts';
import type { ChatRequest, Chunk, Completion, DialectName } from '../../domain/chat.ts';
import type { GatewayError } from '../../domain/errors.ts';

/** An HTTP POST to the provider, ready to send. */
export interface ProviderRequest {
  /** Appended to the provider's base URL; begins with `/`; each variable segment is encoded. */
  readonly path: string;
  /** Lower-case names; holds the key. Content-Type and User-Agent are the wire's matter. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, or its pieces in order (`write-json.ts`). */
  readonly body: string | readonly string[];
}

export interface TranslatedRequest {
  readonly request: ProviderRequest;
  /** What could not be sent as asked: values of `X-Claimgate-Adjusted`, such as `temperature=1`. */
  readonly adjusted: readonly string[];
  /** Stop sequences that the provider does not look for: the answer is to be cut before the first of them. */
  readonly stop?: readonly string[];
  /** The caller speaks the provider's dialect, and gets all that the provider answers. */
  readonly asWritten?: true;
  /** What is sent instead, once, where the provider refuses a field that not every account may use. */
  readonly without?: { readonly param: string; readonly request: () => ProviderRequest };
  /** Reads the answer, where the request goes to another of the provider's APIs than usual. */
  readonly reader?: AnswerReader;
}

/** One event of a provider's event stream. */
export interface StreamEvent {
  /** The `event:` field, where the provider sent one. */
  readonly event: string | undefined;
  readonly data: string;
}

/**
 * Reads one stream. Made anew for each stream by `Adapter.openStream`; a plain state machine over
 * events, so that any split of the bytes gives the same chunks.
 */
export interface StreamReader {
  /**
   * @param event the next event, in order.
   * @param out receives the chunks the event holds, in order; never an empty text. `finish` comes once a choice, with
   *   the end mark, so that a stream that was cut has none; `usage` behind it.
   * @throws GatewayError where the event is an error of the provider or makes no sense.
   */
  read(event: StreamEvent, out: Chunk[]): void;
  /** True once the provider's own end mark was seen: a stream that ends before was cut off. */
  readonly complete: boolean;
  /**
   * The stream has ended, and it is complete. For a provider whose end mark may be followed by more of the
   * answer: gives `finish` and `usage`, which were held back until now.
   */
  end?(out: Chunk[]): void;
}

/** What a provider asks of functions and of the calls in a conversation, beyond their form. */
export interface CallRules {
  /** What a function may be called; absent where the provider decides. */
  readonly names?: RegExp;
  /** Whether arguments may be any text, as a model may have written it, and not a JSON object alone. */
  readonly anyArguments?: true;
}

/** The provider's own count of a prompt's tokens, before it is answered. */
export interface PromptCounter {
  /** @throws GatewayError as `Adapter.toRequest`. */
  toRequest(request: ChatRequest, model: Model, key: ApiKey): ProviderRequest;
  /**
   * @param body the parsed JSON of a 2xx.
   * @returns tokens.
   * @throws GatewayError where it holds no count.
   */
  read(body: unknown): number;
}

/** What reads the answers of one API. */
export interface AnswerReader {
  /**
   * Reads a whole answer that came with a 2xx.
   * @param body the parsed JSON.
   * @throws GatewayError where the body is an error in disguise or makes no sense.
   */
  readCompletion(body: unknown, model: Model): Completion;

  /** @param asWritten whether what the gateway does not read is given too (`Chunk.beside`). */
  openStream(model: Model, asWritten?: boolean): StreamReader;
}

export interface Adapter extends AnswerReader {
  /** Those that the provider speaks; a request in another is translated to the first. */
  readonly dialects: readonly DialectName[];
  /** Absent where the provider counts nothing in advance. */
  readonly counter?: PromptCounter;
  readonly calls?: CallRules;
  /** Calls come with signatures that the provider wants back (`ToolCall.extra`). */
  readonly signsCalls?: true;
  /** The provider caches what is marked alone, and recommends a mark of its own choice for a conversation. */
  readonly cachesByMarks?: true;

  /**
   * @throws GatewayError `unsupported`, naming the field, where the provider has no such thing.
   */
  toRequest(request: ChatRequest, model: Model, key: ApiKey): TranslatedRequest;

  /**
   * Says what a non-2xx answer means. Never throws, whatever the body holds.
   * @param status the HTTP status, 100 to 599.
   * @param header reads a response header by its lower-case name.
   * @param body the body's text, cut to 64 KiB.
   * @returns the error for the caller. Its message holds no authentication text of the provider's.
   */
  readError(status: number, header: (name: string) => string | undefined, body: string): GatewayError;
}

/** Whether a caller's request may go on as it came. */
export function isInOwnDialect({ written }: ChatRequest, { dialects }: Pick<Adapter, 'dialects'>): boolean {
  return written !== undefined && dialects.includes(written.dialect);
}
