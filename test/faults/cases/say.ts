/** Ways to answer, byte by byte. Each stops by itself when the other side closes. */
import type { Socket } from 'node:net';
import { type RawExchange, rawChunk, rawReply } from '../../harness/raw-server.ts';

type Bytes = string | Buffer;
export type Answer = (exchange: RawExchange) => void;

/** A whole reply of this JSON text. */
export const json = (body: Bytes, headers: readonly string[] = []): Buffer =>
  rawReply('200 OK', ['Content-Type: application/json', ...headers], body);

export const STREAM_HEAD = rawReply('200 OK', [
  'Content-Type: text/event-stream',
  'Transfer-Encoding: chunked',
]);

/** A whole reply of these events, each in a chunk of its own. */
export const stream = (...events: readonly Bytes[]): Buffer =>
  Buffer.concat([openStream(...events), rawChunk('')]);

/** The same, without the last chunk: more may come. */
export const openStream = (...events: readonly Bytes[]): Buffer =>
  Buffer.concat([STREAM_HEAD, ...events.filter((event) => event.length > 0).map(rawChunk)]);

export const say =
  (bytes: Bytes): Answer =>
  ({ socket }) =>
    void socket.write(bytes);

export const sayAndClose =
  (bytes: Bytes): Answer =>
  ({ socket }) =>
    void socket.end(bytes);

/** The bytes are read before the connection breaks: what is reset too soon may never arrive. */
export const sayAndReset =
  (bytes: Bytes): Answer =>
  ({ socket }) => {
    if (bytes.length > 0) socket.write(bytes);
    later(socket, 15, () => socket.resetAndDestroy());
  };

export const hangUp: Answer = ({ socket }) => void socket.destroy();
export const reset: Answer = ({ socket }) => void socket.resetAndDestroy();
export const nothing: Answer = () => {};

/** So many bytes at a time, so many milliseconds apart. */
export const trickle =
  (bytes: Bytes, size = 1, milliseconds = 1): Answer =>
  ({ socket }) => {
    const all = Buffer.from(bytes);
    let at = 0;
    const timer = setInterval(() => {
      socket.write(all.subarray(at, at + size));
      at += size;
      if (at < all.length) return;
      cancel();
      socket.off('close', cancel);
    }, milliseconds);
    const cancel = (): void => clearInterval(timer);
    socket.once('close', cancel);
  };

/** Pieces, so many milliseconds apart. */
export const pieces =
  (milliseconds: number, ...all: readonly Bytes[]): Answer =>
  ({ socket }) => {
    let at = 0;
    const next = (): void => {
      socket.write(all[at++] as Bytes);
      if (at < all.length) later(socket, milliseconds, next);
    };
    next();
  };

/** The head, then one piece over and over, as fast as it is read, up to so many bytes. */
export const flood =
  (head: Bytes, piece: Buffer, bytes: number): Answer =>
  ({ socket }) => {
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= piece.length;
        if (!socket.write(piece)) return;
      }
      socket.off('drain', more);
    };
    socket.on('drain', more);
    socket.write(head);
    more();
  };

/** Says the next of these at each attempt, and the last one from then on. */
export const inTurn =
  (...answers: readonly Answer[]) =>
  (exchange: RawExchange, attempt: number): void =>
    (answers[Math.min(attempt, answers.length - 1)] as Answer)(exchange);

function later(socket: Socket, milliseconds: number, what: () => void): void {
  const cancel = (): void => clearTimeout(timer);
  const timer = setTimeout(() => {
    socket.off('close', cancel);
    what();
  }, milliseconds);
  socket.once('close', cancel);
}
