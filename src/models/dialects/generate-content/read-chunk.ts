import type { Chunk, FinishReason, TokenLogprob, Usage } from '../../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, parseJson } from '../read-json.ts';
import { type Candidate, isBlocked, readCandidates, readFinish } from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/** What has been read of one answer. */
interface Progress {
  calls: number;
  reason: FinishReason | undefined;
  /** Those of frames without text. */
  logprobs: readonly TokenLogprob[];
}

/**
 * Reads a stream of frames. There is no end mark but a frame with a `finishReason` (or one that says that the
 * prompt was blocked), and more may come behind it: text, the bill, another reason. So the finish is held
 * back until the stream ends.
 */
export class FrameReader implements StreamReader {
  /** By the number of the answer. */
  readonly #choices: Progress[] = [];
  #usage: Usage | undefined;

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
    this.#usage = readUsage(body.usageMetadata) ?? this.#usage;
    const candidates = readCandidates(body);
    for (const candidate of candidates) this.#readCandidate(candidate, out);
    if (candidates.length > 0 || !isBlocked(body)) return;
    this.#choices[0] ??= begin();
    for (const choice of this.#choices) if (choice !== undefined) choice.reason = 'content_filter';
  }

  #readCandidate({ index, text, thought, calls, logprobs, finishReason }: Candidate, out: Chunk[]): void {
    this.#choices[index] ??= begin();
    const progress = this.#choices[index];
    const place = index === 0 ? {} : { choice: index };
    if (logprobs.length > 0) progress.logprobs = [...progress.logprobs, ...logprobs];
    if (thought !== '') out.push({ type: 'thought', text: thought, ...place });
    if (text !== '') {
      const known = progress.logprobs.length === 0 ? {} : { logprobs: progress.logprobs };
      out.push({ type: 'text', text, ...place, ...known });
      progress.logprobs = [];
    }
    for (const { arguments: args, ...call } of calls) {
      const at = { index: progress.calls++, ...place };
      out.push({ type: 'tool_call', ...call, ...at }, { type: 'arguments', text: args, ...at });
    }
    if (finishReason === undefined) return;
    progress.reason = graverFinish(progress.reason, readFinish(finishReason, progress.calls > 0));
  }

  end(out: Chunk[]): void {
    for (const [index, choice] of this.#choices.entries()) {
      if (choice?.reason === undefined) continue;
      // A call may come behind the reason.
      const finishReason = choice.reason === 'stop' && choice.calls > 0 ? 'tool_calls' : choice.reason;
      out.push({ type: 'finish', finishReason, ...(index === 0 ? {} : { choice: index }) });
    }
    if (this.complete && this.#usage !== undefined) out.push({ type: 'usage', usage: this.#usage });
  }
}

function begin(): Progress {
  return { calls: 0, reason: undefined, logprobs: [] };
}
