import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamReply, WholeReply } from './exchange.ts';
import { HUMAN_PACE, type Pace, playReply } from './play-reply.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What was written to a caller, and when. */
class Connection extends EventEmitter {
  destroyed = false;
  status = 0;
  headers: Record<string, unknown> = {};
  ended = false;
  /** Whether the caller reads. */
  reads = true;
  readonly writes: { at: number; text: string }[] = [];
  readonly #start = performance.now();

  writeHead(status: number, headers: Record<string, unknown>): this {
    this.status = status;
    this.headers = headers;
    return this;
  }
  flushHeaders(): void {}
  write(text: string | Buffer, done?: () => void): boolean {
    this.writes.push({ at: performance.now() - this.#start, text: String(text) });
    done?.();
    return this.reads;
  }
  end(text: string | Buffer): void {
    this.write(text);
    this.ended = true;
    this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
  get text(): string {
    return this.writes.map(({ text }) => text).join('');
  }
}

function play(reply: StreamReply | WholeReply, pace: Pace): Connection {
  const connection = new Connection();
  playReply(reply, connection as unknown as ServerResponse, pace);
  return connection;
}

const stream = (more: Partial<StreamReply> = {}): StreamReply => ({
  kind: 'stream',
  headers: { 'content-type': 'text/event-stream' },
  opening: '<',
  frames: ['a', 'b', 'c', 'd'],
  closing: '>',
  pace: 'model',
  cut: false,
  ...more,
});
const whole = (more: Partial<WholeReply> = {}): WholeReply => ({
  kind: 'whole',
  status: 200,
  headers: {},
  body: '{"a":1}',
  pace: 'model',
  cut: false,
  ...more,
});

describe('a stream', () => {
  it('opens at once, and then has a token at a time, at a human pace', () => {
    const connection = play(stream(), HUMAN_PACE);
    vi.runAllTimers();
    expect(connection.writes).toEqual([
      { at: 0, text: '<' },
      { at: 120, text: 'a' },
      { at: 135, text: 'b' },
      { at: 150, text: 'c' },
      { at: 165, text: 'd>' },
    ]);
    expect(connection).toMatchObject({ status: 200, ended: true, destroyed: false });
  });

  it('of the slow model takes three seconds for its first token', () => {
    const connection = play(stream({ pace: 'slow-model' }), HUMAN_PACE);
    vi.runAllTimers();
    expect(connection.writes.map(({ at }) => at)).toEqual([0, 3000, 3150, 3300, 3450]);
  });

  it('comes all at once where there is no pace', () => {
    const connection = play(stream({ frames: 'x'.repeat(1000).split('') }), {
      firstTokenMs: 0,
      perTokenMs: 0,
    });
    expect(connection.text).toBe(`<${'x'.repeat(1000)}>`);
    expect(connection.ended).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('of no token at all still begins and ends', () => {
    const connection = play(stream({ frames: [] }), HUMAN_PACE);
    vi.runAllTimers();
    expect(connection.text).toBe('<>');
  });

  it('catches up where the machine was held up: writes grow larger, not later', () => {
    const connection = play(stream(), HUMAN_PACE);
    vi.advanceTimersByTime(120);
    const held = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 45);
    vi.advanceTimersByTime(15);
    held.mockRestore();
    expect(connection.writes.map(({ text }) => text)).toEqual(['<', 'a', 'bcd>']);
  });

  it('waits for a caller who does not read', () => {
    const connection = play(stream(), HUMAN_PACE);
    connection.reads = false;
    vi.advanceTimersByTime(10_000);
    expect(connection.text).toBe('<a');
    expect(vi.getTimerCount()).toBe(0);
    connection.reads = true;
    connection.emit('drain');
    vi.runAllTimers();
    expect(connection.text).toBe('<abcd>');
  });

  it('has one timer, and none once its caller is gone', () => {
    let asked = 0;
    function* frames() {
      for (;;) {
        asked += 1;
        yield 'x';
      }
    }
    for (const elapsed of [0, 60, 120, 500]) {
      const connection = play(stream({ frames: frames() }), HUMAN_PACE);
      vi.advanceTimersByTime(elapsed);
      expect(vi.getTimerCount()).toBe(1);
      connection.destroy();
      expect(vi.getTimerCount()).toBe(0);
      const written = asked;
      vi.advanceTimersByTime(10_000);
      expect(asked).toBe(written);
    }
  });

  it('that dies, dies after its last frame went out', () => {
    const connection = play(stream({ closing: '', cut: true }), HUMAN_PACE);
    vi.runAllTimers();
    expect(connection).toMatchObject({ text: '<abcd', ended: false, destroyed: true });
  });
});

describe('a whole answer', () => {
  it('comes when a model would have begun to answer', () => {
    const connection = play(whole(), HUMAN_PACE);
    vi.advanceTimersByTime(119);
    expect(connection.writes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(connection).toMatchObject({ text: '{"a":1}', ended: true, headers: { 'content-length': 7 } });
  });

  it('comes at once where it is an error', () => {
    expect(play(whole({ status: 429, pace: 'at-once' }), HUMAN_PACE)).toMatchObject({
      status: 429,
      ended: true,
    });
  });

  it('that dies promised more than it gave', () => {
    const connection = play(whole({ cut: true }), { firstTokenMs: 0, perTokenMs: 0 });
    expect(connection).toMatchObject({
      text: '{"a',
      ended: false,
      destroyed: true,
      headers: { 'content-length': 7 },
    });
  });

  it('is forgotten when its caller is gone', () => {
    const connection = play(whole(), HUMAN_PACE);
    connection.destroy();
    expect(vi.getTimerCount()).toBe(0);
  });
});
