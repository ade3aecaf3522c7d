import type { Chunk, FinishReason, Usage } from '../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { graverFinish, mapFinishReason } from '../finish-reason.ts';
import { malformedAnswer } from '../provider-error.ts';
import { isObject, parseJson } from '../read-json.ts';
import { FINISH_REASONS, isBlocked, readCandidate } from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/**
 * Reads a stream of frames. There is no end mark but a frame with a `finishReason` (or one that says that the
 * prompt was blocked), and more may come behind it: text, the bill, another reason. So the finish is held
 * back until the stream ends.
 */
export class FrameReader implements StreamReader {
  #reason: FinishReason | undefined;
  #usage: Usage | undefined;

  get complete(): boolean {
    return this.#reason !== undefined;
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
    const candidate = readCandidate(body);
    if (candidate === undefined) {
      if (isBlocked(body)) this.#reason = graverFinish(this.#reason, 'content_filter');
      return;
    }
    if (candidate.text !== '') out.push({ type: 'text', text: candidate.text });
    if (candidate.finishReason !== undefined) {
      this.#reason = graverFinish(this.#reason, mapFinishReason(candidate.finishReason, FINISH_REASONS));
    }
  }

  end(out: Chunk[]): void {
    if (this.#reason === undefined) return;
    out.push({ type: 'finish', finishReason: this.#reason });
    if (this.#usage !== undefined) out.push({ type: 'usage', usage: this.#usage });
  }
}
