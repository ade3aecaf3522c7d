import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ReplyBody } from './reply-body.ts';
import { WireError } from './wire-error.ts';

function makeBody() {
  const flow = { pause: vi.fn(), resume: vi.fn(), abort: vi.fn() };
  return { body: new ReplyBody(flow), flow };
}

const cut = new WireError('cut', 'cut');
const bytes = (text: string): Buffer => Buffer.from(text);

describe('the body of a reply', () => {
  it('comes in one piece for all that was there, and ends', async () => {
    const { body } = makeBody();
    const ready = body.ready();
    body.receive(bytes('a'));
    body.receive(bytes('b'));
    expect(await ready).toBe(true);
    expect(body.take().toString()).toBe('ab');
    body.finish();
    expect(await body.ready()).toBe(false);
    expect(await body.ready()).toBe(false);
  });

  it('gives what came before it broke off, then the fault', async () => {
    const { body } = makeBody();
    body.receive(bytes('a'));
    body.finish(cut);
    expect(await body.ready()).toBe(true);
    expect(body.take().toString()).toBe('a');
    await expect(body.ready()).rejects.toBe(cut);
    await expect(body.ready()).rejects.toBe(cut);
  });

  it('rejects for a reader that waits when it is given up', async () => {
    const { body, flow } = makeBody();
    const ready = body.ready();
    body.abort(cut);
    await expect(ready).rejects.toBe(cut);
    expect(flow.abort).toHaveBeenCalledWith(cut);
    body.receive(bytes('late'));
    body.finish();
    await expect(body.ready()).rejects.toBe(cut);
  });

  it('forgets what was not taken when it is given up', async () => {
    const { body } = makeBody();
    body.receive(bytes('a'));
    body.finish();
    body.abort(cut);
    await expect(body.ready()).rejects.toBe(cut);
  });

  it('has ended all the same where it is given up once all was taken', async () => {
    const { body, flow } = makeBody();
    expect(body.ended).toBe(false);
    body.receive(bytes('a'));
    body.finish();
    expect([body.ended, body.take().toString()]).toEqual([true, 'a']);
    body.abort(cut);
    expect(await body.ready()).toBe(false);
    expect(flow.resume).not.toHaveBeenCalled();
  });

  it('says why it was given up first', async () => {
    const { body } = makeBody();
    body.abort(cut);
    body.abort(new WireError('aborted', 'later'));
    await expect(body.ready()).rejects.toBe(cut);
  });

  it('lets nobody go on that has ended while it was held back', () => {
    const { body, flow } = makeBody();
    body.receive(Buffer.alloc(200_000));
    body.finish();
    expect(body.take()).toHaveLength(200_000);
    expect([flow.pause.mock.calls.length, flow.resume.mock.calls.length]).toEqual([1, 0]);
  });

  it('holds the sender back while its reader is slow, and lets it go on when the reader takes', async () => {
    const { body, flow } = makeBody();
    body.receive(Buffer.alloc(60_000));
    expect(flow.pause).not.toHaveBeenCalled();
    body.receive(Buffer.alloc(60_000));
    body.receive(Buffer.alloc(60_000));
    expect(flow.pause).toHaveBeenCalledTimes(1);
    // The sender may hand over the next bytes while it is being let go.
    flow.resume.mockImplementationOnce(() => body.receive(bytes('next')));
    expect(body.take()).toHaveLength(180_000);
    expect(flow.resume).toHaveBeenCalledTimes(1);
    expect(await body.ready()).toBe(true);
    expect(body.take().toString()).toBe('next');
  });

  it('is the same text however it was cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(fc.nat(50)), async (text, cuts) => {
        const { body } = makeBody();
        const all = Buffer.from(text);
        const reading = body.text(1_000_000);
        let from = 0;
        for (const size of cuts) {
          if (from < all.length) body.receive(all.subarray(from, from + size + 1));
          from += size + 1;
          if (size % 3 === 0) await Promise.resolve();
        }
        if (from < all.length) body.receive(all.subarray(from));
        body.finish();
        expect(await reading).toBe(all.toString('utf8').replace(/^\u{feff}/u, ''));
      }),
    );
  });

  it('has invalid UTF-8 replaced and a byte order mark left out', async () => {
    const { body } = makeBody();
    body.receive(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]));
    body.finish();
    expect(await body.text(100)).toBe('a\u{fffd}');
  });

  it('is refused as text where it is too large, and the connection is given up', async () => {
    const { body, flow } = makeBody();
    const reading = body.text(10);
    body.receive(bytes('0123456789'));
    await Promise.resolve();
    body.receive(bytes('x'));
    await expect(reading).rejects.toMatchObject({ fault: 'too_large' });
    expect(flow.abort).toHaveBeenCalled();
  });

  it('that is no longer wanted is read up to a limit and given up', async () => {
    const { body, flow } = makeBody();
    const reading = body.textUpTo(4, 10_000);
    body.receive(bytes('012345'));
    expect(await reading).toBe('0123');
    expect(flow.abort).toHaveBeenCalledTimes(1);
  });

  it('that is no longer wanted says what it said, where it breaks off or stalls', async () => {
    const broken = makeBody();
    broken.body.receive(bytes('half'));
    broken.body.finish(cut);
    expect(await broken.body.textUpTo(100, 10_000)).toBe('half');

    const whole = makeBody();
    whole.body.receive(bytes('all'));
    whole.body.finish();
    expect(await whole.body.textUpTo(100, 10_000)).toBe('all');
    expect(whole.flow.abort).not.toHaveBeenCalled();

    const stalled = makeBody();
    stalled.body.receive(bytes('half'));
    expect(await stalled.body.textUpTo(100, 5)).toBe('half');
    expect(stalled.flow.abort).toHaveBeenCalled();

    const unread = makeBody();
    expect(await unread.body.textUpTo(0, 0)).toBe('');
    expect(unread.flow.abort).toHaveBeenCalled();
  });
});
