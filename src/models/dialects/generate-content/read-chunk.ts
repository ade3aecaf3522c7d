import type { Chunk, FinishReason, TokenLogprob, ToolCall } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, type JsonObject, parseJson } from '../read-json.ts';
import { type KnownMembers, unreadOf, withBeside } from '../unread.ts';
import { CallInPieces } from './call-in-pieces.ts';
import {
  type CallPiece,
  type Candidate,
  type CandidatePart,
  isBlocked,
  readCandidates,
  readFinish,
} from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { noteSearches, readUsage } from './read-usage.ts';

const TOKEN: KnownMembers = { token: true, logProbability: true };

/** What of a candidate is read beside its parts. */
const KNOWN_CANDIDATE: KnownMembers = {
  ...{ index: true, finishReason: true },
  content: { parts: true },
  logprobsResult: { chosenCandidates: [TOKEN], topCandidates: [{ candidates: [TOKEN] }] },
};
/** The provider's own id of a call is no member that is read: it may have none. */
const KNOWN_CALL: KnownMembers = { text: true, functionCall: { name: true, args: true } };
const KNOWN_TEXT: KnownMembers = { text: true };
const KNOWN_THOUGHT: KnownMembers = { text: true, thought: true };

/** What has been read of one answer. */
interface Progress {
  calls: number;
  /** A call that has begun and not ended. */
  open: CallInPieces | undefined;
  reason: FinishReason | undefined;
  /** Those of frames without text. */
  logprobs: readonly TokenLogprob[];
  /** What came with the reason. */
  beside: JsonObject | undefined;
}

/**
 * Reads a stream of frames. There is no end mark but a frame with a `finishReason` (or one that says that the
 * prompt was blocked), and more may come behind it: text, the bill, another reason. So the finish is held
 * back until the stream ends.
 */
export class FrameReader implements StreamReader {
  /** By the number of the answer. */
  readonly #choices: Progress[] = [];
  /** The bill as the provider wrote it. */
  #usage: unknown;
  readonly #searches = new Set<string>();
  readonly #asWritten: boolean;

  /** @param asWritten whether chunks are to have what came beside them. */
  constructor(asWritten = false) {
    this.#asWritten = asWritten;
  }

  get complete(): boolean {
    return this.#choices.length > 0 && this.#choices.every(({ reason }) => reason !== undefined);
  }

  read(event: StreamEvent, out: Chunk[]): void {
    const body = parseJson(event.data);
    if (isErrorBody(body)) throw readErrorBody(body);
    if (!isObject(body)) {
      if (event.data.trim() === '') return;
      throw malformedAnswer('frame is no object');
    }
    // The bill grows from frame to frame: the last one holds.
    if (readUsage(body.usageMetadata, 0) !== undefined) this.#usage = body.usageMetadata;
    const before = out.length;
    const candidates = readCandidates(body);
    for (const candidate of candidates) this.#readCandidate(candidate, out);
    const isEnd = candidates.length === 0 && isBlocked(body);
    if (isEnd) this.#choices[0] ??= begin();
    if (isEnd) for (const choice of this.#choices) if (choice !== undefined) choice.reason = 'content_filter';
    if (this.#asWritten) this.#giveBeside(body, candidates, before, out);
  }

  #readCandidate({ index, parts, logprobs, finishReason, written }: Candidate, out: Chunk[]): void {
    noteSearches(this.#searches, written);
    this.#choices[index] ??= begin();
    const progress = this.#choices[index];
    if (logprobs.length > 0) progress.logprobs = [...progress.logprobs, ...logprobs];
    const before = out.length;
    for (const part of parts) this.#readPart(part, index, progress, out);
    // A call that nothing ends has ended with its answer.
    if (finishReason !== undefined) this.#endCall(index, progress, out);
    const earlier = progress.reason;
    if (finishReason !== undefined)
      progress.reason = graverFinish(earlier, readFinish(finishReason, progress.calls > 0));
    if (!this.#asWritten) return;
    const unread = unreadOf(written, KNOWN_CANDIDATE);
    if (finishReason !== undefined) {
      const beside = { candidates: [{ index, ...unread, finishReason }] };
      progress.beside =
        progress.reason === earlier
          ? withBeside(progress.beside ?? beside, beside)
          : withBeside(beside, progress.beside);
    } else if (unread !== undefined) putBeside(out, before, { candidates: [{ index, ...unread }] });
  }

  #readPart(
    { text, thought, call, piece, written }: CandidatePart,
    index: number,
    progress: Progress,
    out: Chunk[],
  ) {
    const place = index === 0 ? {} : { choice: index };
    const before = out.length;
    if (thought !== undefined) out.push({ type: 'thought', text: thought, ...place });
    if (text !== undefined) {
      const known = progress.logprobs.length === 0 ? {} : { logprobs: progress.logprobs };
      out.push({ type: 'text', text, ...place, ...known });
      progress.logprobs = [];
    }
    if (call !== undefined || piece?.begins !== undefined) this.#endCall(index, progress, out);
    if (call !== undefined) pushCall(call, index, progress, out);
    if (piece !== undefined) {
      // Its caller gets it whole.
      this.#readPiece(piece, index, progress, out);
      return;
    }
    if (!this.#asWritten) return;
    const known = call !== undefined ? KNOWN_CALL : thought !== undefined ? KNOWN_THOUGHT : KNOWN_TEXT;
    const unread = unreadOf(written, known);
    if (unread === undefined) return;
    if (out.length > before) {
      const at = out.length - (call === undefined ? 1 : 2);
      putBeside(out, at, { candidates: [{ index, content: { parts: [unread] } }] });
    } else {
      // A part of another kind goes on as it came, its empty text too.
      const content = { parts: [written], role: 'model' };
      out.push({ type: 'other', beside: { candidates: [{ content, index }] } });
    }
  }

  #readPiece(
    { begins, args, partialArgs, isLast }: CallPiece,
    index: number,
    progress: Progress,
    out: Chunk[],
  ) {
    if (begins !== undefined) progress.open = new CallInPieces(begins, args);
    if (progress.open === undefined) throw malformedAnswer('call has no name');
    progress.open.add(partialArgs);
    if (isLast) this.#endCall(index, progress, out);
  }

  #endCall(index: number, progress: Progress, out: Chunk[]): void {
    if (progress.open === undefined) return;
    pushCall(progress.open.end(), index, progress, out);
    progress.open = undefined;
  }

  /** Gives what the frame says beside its candidates; with a reason, where nothing else came in it. */
  #giveBeside(body: JsonObject, candidates: readonly Candidate[], before: number, out: Chunk[]): void {
    const { candidates: _read, ...frame } = body;
    const [ended] = candidates.filter(({ finishReason }) => finishReason !== undefined);
    const choice =
      ended === undefined && isBlocked(body) ? this.#choices[0] : this.#choices[ended?.index ?? -1];
    if (out.length > before || choice === undefined) {
      if (Object.keys(frame).length > 0) putBeside(out, before, frame);
      return;
    }
    const { usageMetadata: _bill, ...rest } = frame;
    choice.beside = withBeside(rest, choice.beside);
  }

  end(out: Chunk[]): void {
    for (const [index, choice] of this.#choices.entries()) {
      if (choice?.reason === undefined) continue;
      // A call may come behind the reason.
      const finishReason = choice.reason === 'stop' && choice.calls > 0 ? 'tool_calls' : choice.reason;
      const beside = choice.beside === undefined ? {} : { beside: choice.beside };
      out.push({ type: 'finish', finishReason, ...(index === 0 ? {} : { choice: index }), ...beside });
    }
    const usage = readUsage(this.#usage, this.#searches.size);
    if (!this.complete || usage === undefined) return;
    const beside = this.#asWritten ? { beside: { usageMetadata: this.#usage } } : {};
    out.push({ type: 'usage', usage, ...beside });
  }
}

function pushCall(
  { arguments: args, ...bare }: ToolCall,
  choice: number,
  progress: Progress,
  out: Chunk[],
): void {
  const at = { index: progress.calls++, ...(choice === 0 ? {} : { choice }) };
  out.push({ type: 'tool_call', ...bare, ...at }, { type: 'arguments', text: args, ...at });
}

function begin(): Progress {
  return { calls: 0, open: undefined, reason: undefined, logprobs: [], beside: undefined };
}

/** Puts what came beside a chunk to it, or where there is none makes it one of its own. */
function putBeside(out: Chunk[], at: number, beside: JsonObject): void {
  const chunk = out[at];
  if (chunk === undefined) out.push({ type: 'other', beside });
  else out[at] = { ...chunk, beside: withBeside(beside, chunk.beside) };
}
