import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Chunk } from '../../domain/chat.ts';
import { GatewayError } from '../../domain/errors.ts';
import type { StreamEvent, StreamReader } from '../dialects/adapter.ts';
import { ReplyBody } from '../wire/reply-body.ts';
import { WireError } from '../wire/wire-error.ts';
import { readChunks } from './read-chunks.ts';
import { readWireError } from './read-wire-error.ts';

/** Reads `{"t": text}`, `{"bad": …}` as an error of the provider, and `END`. */
class PlainReader implements StreamReader {
  complete = false;
  read(event: StreamEvent, out: Chunk[]): void {
    if (event.data === 'END') {
      this.complete = true;
      out.push({ type: 'finish', finishReason: 'stop' });
      return;
    }
    let body: { t?: string; bad?: string };
    try {
      body = JSON.parse(event.data);
    } catch {
      throw new GatewayError('provider_failed', 'nonsense');
    }
    if (body.bad !== undefined) throw new GatewayError('provider_overloaded', body.bad);
    if (body.t !== undefined) out.push({ type: 'text', text: body.t });
  }
}

/** Reads the same, but holds its finish back until the stream ends. */
class HoldingReader extends PlainReader {
  override read(event: StreamEvent, out: Chunk[]): void {
    super.read(event, out);
    if (out.at(-1)?.type === 'finish') out.pop();
  }
  end(out: Chunk[]): void {
    out.push({ type: 'finish', finishReason: 'stop' });
  }
}

function open(reader: StreamReader = new PlainReader()) {
  const flow = { pause: vi.fn(), resume: vi.fn(), abort: vi.fn() };
  const body = new ReplyBody(flow);
  const batches = readChunks(body, reader, 'OpenAI', (error) => readWireError(error, 'OpenAI'));
  const say = (text: string): void => body.receive(Buffer.from(text));
  /** All that is left, text joined, `.` for the finish, and what was thrown. */
  const rest = async (): Promise<string> => {
    let text = '';
    try {
      for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
        expect(batch.length).toBeGreaterThan(0);
        for (const chunk of batch) text += chunk.type === 'text' ? chunk.text : '.';
      }
    } catch (error) {
      const { code, message } = error as GatewayError;
      text += ` ${code}: ${message}`;
    }
    return text;
  };
  return { body, batches, flow, say, rest };
}

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const END = 'data: END\n\n';
const CUT_OFF = 'provider_cut_off: OpenAI cut its answer off';

describe('the chunks of a stream', () => {
  it('come as they were sent, all of one read in one batch', async () => {
    const { batches, say, body, flow } = open();
    say(event({ t: 'a' }) + event({ t: 'b' }));
    expect(await batches.next()).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]);
    const waiting = batches.next();
    say(event({ other: 1 }));
    say(END);
    body.finish();
    expect(await waiting).toEqual([{ type: 'finish', finishReason: 'stop' }]);
    expect(await batches.next()).toBeUndefined();
    expect(await batches.next()).toBeUndefined();
    expect(flow.abort).not.toHaveBeenCalled();
  });

  it('are the same however the bytes were cut', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 40 }), async (said, size) => {
        const { body, rest } = open();
        const bytes = Buffer.from(said.map((t) => event({ t })).join('') + END);
        const reading = rest();
        for (let at = 0; at < bytes.length; at += size) {
          body.receive(bytes.subarray(at, at + size));
          if (at % 3 === 0) await Promise.resolve();
        }
        body.finish();
        expect(await reading).toBe(`${said.join('')}.`);
      }),
    );
  });

  it('hold the sender back where nobody asks for them', async () => {
    const { say, flow } = open();
    for (let i = 0; i < 10; i++) say(event({ t: 'x'.repeat(10_000) }));
    expect(flow.pause).toHaveBeenCalledTimes(1);
  });
});

describe('a stream without its end mark was cut off', () => {
  it.each([
    ['nothing at all', ''],
    ['comments alone', ': ping\n\n'],
    ['half of an event', 'data: {"t": "b'],
    ['half of the end mark', 'data: EN'],
    ['an event that says nothing', event({ other: 1 })],
  ])('%s', async (_name, text) => {
    const { say, rest, body } = open();
    say(event({ t: 'a' }));
    say(text);
    body.finish();
    expect(await rest()).toBe(`a ${CUT_OFF}`);
  });

  it('also where its connection broke, or fell silent', async () => {
    const broken = open();
    broken.say(event({ t: 'a' }));
    broken.body.finish(new WireError('cut', 'reset'));
    expect(await broken.rest()).toBe(`a ${CUT_OFF}`);

    const silent = open();
    silent.say(event({ t: 'a' }));
    silent.body.finish(new WireError('idle_timeout', 'silent'));
    expect(await silent.rest()).toBe(
      'a provider_timeout: OpenAI stopped sending in the middle of its answer',
    );
  });
});

describe('a stream that is whole', () => {
  it('may lack its last blank line, and break off behind its end mark', async () => {
    for (const tail of ['data: END', 'data: END\n', END, `${END}data: {"t": "b`]) {
      for (const fault of [undefined, new WireError('cut', 'reset')]) {
        const { say, rest, body } = open();
        say(event({ t: 'a' }) + tail);
        body.finish(fault);
        // What comes behind the end mark is the adapter's to pass by; this one does not.
        if (!tail.includes('"b')) expect(await rest()).toBe('a.');
        else expect(await rest()).toMatch(/^a\./);
      }
    }
  });

  it('reports its error where that was its last event, without a blank line', async () => {
    const { say, rest, body } = open();
    say(`${event({ t: 'a' })}data: {"bad":"overloaded"}`);
    body.finish();
    expect(await rest()).toBe('a provider_overloaded: overloaded');
  });
});

describe('an error of the provider within the stream', () => {
  it('comes behind the text before it, and the connection is given up', async () => {
    const { say, rest, flow } = open();
    say(event({ t: 'a' }) + event({ bad: 'overloaded' }) + event({ t: 'never' }));
    expect(await rest()).toBe('a provider_overloaded: overloaded');
    expect(flow.abort).toHaveBeenCalled();
  });

  it('comes alone where there was no text before it', async () => {
    const { say, batches } = open();
    say(event({ bad: 'overloaded' }));
    await expect(batches.next()).rejects.toMatchObject({ code: 'provider_overloaded' });
    await expect(batches.next()).rejects.toMatchObject({ code: 'provider_overloaded' });
  });

  it('may be an event that is too large: what came before it is sent', async () => {
    const { say, rest, flow } = open();
    say(`${event({ t: 'a' })}data: ${'x'.repeat(5 * 1024 * 1024)}`);
    expect(await rest()).toBe('a provider_failed: OpenAI sent an answer that is too large');
    expect(flow.abort).toHaveBeenCalled();
  });
});

describe('an answer either fails or finishes', () => {
  it('may be nonsense before an event that is too large: the first fault counts', async () => {
    const { say, rest } = open();
    say(`${event({ t: 'a' })}data: nonsense\n\ndata: ${'x'.repeat(9_000_000)}`);
    expect(await rest()).toBe('a provider_failed: nonsense');
  });

  it('where its end mark and an error come together, it fails', async () => {
    const { say, rest, flow } = open();
    say(event({ t: 'a' }) + END + event({ bad: 'overloaded' }));
    expect(await rest()).toBe('a provider_overloaded: overloaded');
    expect(flow.abort).toHaveBeenCalled();
  });

  it('where it has finished, an error behind it is passed by', async () => {
    const { say, batches, flow } = open();
    say(event({ t: 'a' }) + END);
    expect(await batches.next()).toHaveLength(2);
    say(event({ bad: 'overloaded' }));
    expect(await batches.next()).toBeUndefined();
    expect(flow.abort).toHaveBeenCalled();
  });
});

describe('a stream that stays open behind its end mark', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is waited for half a second and given up, and the answer is whole', async () => {
    const { say, batches, flow } = open();
    say(event({ t: 'a' }) + END);
    expect(await batches.next()).toHaveLength(2);
    const last = batches.next();
    await vi.advanceTimersByTimeAsync(499);
    expect(flow.abort).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await last).toBeUndefined();
    expect(flow.abort).toHaveBeenCalled();
  });

  it('gains no time by signs of life', async () => {
    const { say, batches, flow } = open();
    say(END);
    await batches.next();
    const last = batches.next();
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(100);
      say(': ping\n\n');
    }
    expect(await last).toBeUndefined();
    expect(flow.abort).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no timer where it closes, or its caller leaves', async () => {
    const closing = open();
    closing.say(END);
    await closing.batches.next();
    const last = closing.batches.next();
    closing.body.finish();
    expect(await last).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);

    const left = open();
    left.say(END);
    await left.batches.next();
    const never = left.batches.next();
    left.batches.close();
    await expect(never).rejects.toMatchObject({ fault: 'aborted' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a stream whose finish is held until it ends', () => {
  const held = () => open(new HoldingReader());

  it('is the same however it was split over reads', async () => {
    const said = event({ t: 'a' }) + END + event({ t: 'b' }) + END;
    for (let size = 1; size <= said.length; size++) {
      const { body, say, rest } = held();
      const reading = rest();
      for (let at = 0; at < said.length; at += size) {
        say(said.slice(at, at + size));
        await new Promise((resolve) => setImmediate(resolve));
      }
      body.finish();
      expect(await reading).toBe('ab.');
    }
  });

  it('fails by an error in a later read than its end mark', async () => {
    const { say, batches, rest, flow } = held();
    say(event({ t: 'a' }) + END);
    expect(await batches.next()).toEqual([{ type: 'text', text: 'a' }]);
    say(event({ bad: 'overloaded' }));
    expect(await rest()).toBe(' provider_overloaded: overloaded');
    expect(flow.abort).toHaveBeenCalled();
  });

  it('fails where it breaks off within an event behind its end mark', async () => {
    const { say, rest, body } = held();
    say(event({ t: 'a' }) + END);
    const reading = rest();
    await Promise.resolve();
    say('data: {"t": "b');
    body.finish();
    expect(await reading).toBe(`a ${CUT_OFF}`);
  });

  it('is cut off without its end mark', async () => {
    const { say, rest, body } = held();
    say(event({ t: 'a' }));
    body.finish();
    expect(await rest()).toBe(`a ${CUT_OFF}`);
  });

  it('is whole where the connection breaks behind its end mark', async () => {
    const { say, rest, body } = held();
    say(event({ t: 'a' }) + END);
    body.finish(new WireError('cut', 'reset'));
    expect(await rest()).toBe('a.');
  });

  describe('and that stays open', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('is given up after five seconds without an event, and finishes', async () => {
      const { say, rest, flow } = held();
      say(END);
      const reading = rest();
      for (let i = 0; i < 3; i++) {
        await vi.advanceTimersByTimeAsync(4_900);
        say(event({ t: 'a' }));
      }
      for (let i = 0; i < 49; i++) {
        await vi.advanceTimersByTimeAsync(100);
        say(': ping\n\n');
      }
      expect(flow.abort).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(100);
      expect(await reading).toBe('aaa.');
      expect(flow.abort).toHaveBeenCalled();
      expect(vi.getTimerCount()).toBe(0);
    });

    it('leaves no timer where its caller leaves', async () => {
      const { say, batches } = held();
      say(END);
      const waiting = batches.next();
      await vi.advanceTimersByTimeAsync(1);
      batches.close();
      await expect(waiting).rejects.toMatchObject({ fault: 'aborted' });
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});

describe('a stream that its caller gives up', () => {
  it('gives the connection up, and says so to a caller that still asks', async () => {
    const { batches, flow } = open();
    const waiting = batches.next();
    batches.close();
    await expect(waiting).rejects.toMatchObject({ name: 'WireError', fault: 'aborted' });
    expect(flow.abort).toHaveBeenCalled();
    await expect(batches.next()).rejects.toMatchObject({ fault: 'aborted' });
  });

  it('is left alone where it had ended already', async () => {
    const { say, rest, batches, body, flow } = open();
    say(END);
    body.finish();
    expect(await rest()).toBe('.');
    batches.close();
    expect(flow.abort).not.toHaveBeenCalled();
  });
});
