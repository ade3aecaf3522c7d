/**
 * Plays a reply on a connection, at a model's pace: one timer a stream, back-pressure kept, and all
 * work stopped as soon as the caller is gone.
 */
import type { ServerResponse } from 'node:http';
import type { Reply, StreamReply, WholeReply } from './exchange.ts';

/** How fast a simulated model is, in milliseconds. */
export interface Pace {
  readonly firstTokenMs: number;
  readonly perTokenMs: number;
}

/** About 65 tokens a second, after an eighth of a second: what a fast model does. */
export const HUMAN_PACE: Pace = { firstTokenMs: 120, perTokenMs: 15 };

/** How much slower the slow model is: with the usual pace 3 s for the first token, 150 ms for each one after it. */
const SLOW_FIRST = 25;
const SLOW_EACH = 10;

/** Frames a write where there is no pace to keep. */
const BURST = 64;

export function playReply(reply: Reply, response: ServerResponse, pace: Pace): void {
  if (reply.kind === 'silent') return;
  const waits: Readonly<Record<WholeReply['pace'], Pace>> = {
    'at-once': { firstTokenMs: 0, perTokenMs: 0 },
    model: pace,
    'slow-model': { firstTokenMs: pace.firstTokenMs * SLOW_FIRST, perTokenMs: pace.perTokenMs * SLOW_EACH },
  };
  const wait = waits[reply.pace];
  if (reply.kind === 'whole') playWhole(reply, response, wait.firstTokenMs);
  else playStream(reply, response, wait);
}

function playWhole(reply: WholeReply, response: ServerResponse, waitMs: number): void {
  const send = () => {
    const body = Buffer.from(reply.body);
    response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length });
    if (!reply.cut) response.end(body);
    else response.write(body.subarray(0, body.length >> 1), () => response.destroy());
  };
  if (waitMs === 0) {
    send();
    return;
  }
  const timer = setTimeout(send, waitMs);
  response.once('close', () => clearTimeout(timer));
}

/**
 * Every tick writes the frames that are due by the clock, in one piece: where the machine cannot keep
 * up with thousands of streams, their writes grow larger and not later.
 */
function playStream(reply: StreamReply, response: ServerResponse, pace: Pace): void {
  const frames = reply.frames[Symbol.iterator]();
  const start = performance.now() + pace.firstTokenMs;
  let timer: NodeJS.Timeout | undefined;
  let written = 0;
  let next = frames.next();

  response.once('close', () => {
    clearTimeout(timer);
    frames.return?.();
  });
  response.writeHead(200, { ...reply.headers, 'cache-control': 'no-cache' });
  if (reply.opening === '') response.flushHeaders();
  else response.write(reply.opening);
  if (pace.firstTokenMs === 0) step();
  else timer = setTimeout(step, pace.firstTokenMs);

  function step(): void {
    if (response.destroyed) return;
    let text = '';
    const due = pace.perTokenMs === 0 ? written + BURST : dueBy(performance.now());
    for (; !next.done && written < due; next = frames.next()) {
      text += next.value;
      written += 1;
    }
    if (next.done) finish(text);
    else if (text !== '' && !response.write(text)) response.once('drain', wait);
    else wait();
  }

  /** How many frames should have gone out by now; always one more than have, or the stream would stand. */
  function dueBy(now: number): number {
    return Math.max(written + 1, 1 + Math.floor((now - start) / pace.perTokenMs));
  }

  function wait(): void {
    if (response.destroyed) return;
    if (pace.perTokenMs === 0) step();
    else timer = setTimeout(step, Math.max(1, start + written * pace.perTokenMs - performance.now()));
  }

  function finish(text: string): void {
    const last = text + reply.closing;
    if (!reply.cut) response.end(last);
    // Destroyed only when the text has gone out: a caller sees it, and then the end of the connection.
    else if (last === '') response.destroy();
    else response.write(last, () => response.destroy());
  }
}
