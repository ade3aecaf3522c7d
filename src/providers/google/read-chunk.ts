import type { Chunk, FinishReason, Usage } from '../../domain/chat.ts';
import type { StreamEvent, StreamReader } from '../adapter.ts';
import { nonsense } from '../provider-error.ts';
import { isObject, parseJson } from '../read-json.ts';
import { mapFinishReason } from './map-finish-reason.ts';
import { isBlocked, readCandidate } from './read-candidate.ts';
import { isErrorBody, readErrorBody } from './read-error.ts';
import { readUsage } from './read-usage.ts';

/**
 * Reads a stream of frames. There is no end mark but the frame with a `finishReason` (or the one that says that
 * the prompt was blocked); only the bill may come behind it.
 */
export class FrameReader implements StreamReader {
  complete = false;
  #usage: Usage | undefined;

  read(event: StreamEvent, out: Chunk[]): void {
    const body = parseJson(event.data);
    if (isErrorBody(body)) throw readErrorBody(body);
    if (!isObject(body)) {
      if (event.data.trim() === '') return;
      throw nonsense('frame is no object');
    }
    // The bill grows from frame to frame: the last one holds.
    const usage = readUsage(body.usageMetadata);
    if (usage !== undefined) this.#usage = usage;
    if (this.complete) this.#readBehindEnd(usage, body, out);
    else this.#readFrame(body, out);
  }

  #readFrame(body: Readonly<Record<string, unknown>>, out: Chunk[]): void {
    const candidate = readCandidate(body);
    if (candidate === undefined) {
      if (isBlocked(body)) this.#finish('content_filter', out);
      return;
    }
    if (candidate.text !== '') out.push({ type: 'text', text: candidate.text });
    if (candidate.finishReason !== undefined) this.#finish(mapFinishReason(candidate.finishReason), out);
  }

  #finish(finishReason: FinishReason, out: Chunk[]): void {
    out.push({ type: 'finish', finishReason });
    if (this.#usage !== undefined) out.push({ type: 'usage', usage: this.#usage });
    this.complete = true;
  }

  /** Text behind the end would be lost or would stand behind a finished answer: neither is told as whole. */
  #readBehindEnd(usage: Usage | undefined, body: Readonly<Record<string, unknown>>, out: Chunk[]): void {
    const candidate = readCandidate(body);
    if (candidate !== undefined && candidate.text !== '') throw nonsense('text behind the finishReason');
    if (usage !== undefined) out.push({ type: 'usage', usage });
  }
}
