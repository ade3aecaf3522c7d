import { describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/claim.ts';
import type { CheckEvent, CheckResult, Piece, PieceSource } from './check-event.ts';
import { claimOf } from './judge/judge-in-tests.ts';
import { type CheckReader, type CheckRun, resultOf, runCheck, type VerdictSource } from './run-check.ts';

const claim = (id: string): Claim => claimOf(id, { id });

const RESULT: CheckResult = {
  metadata: {
    claims_detected: 0,
    confidence_score: 1,
    summary: { claims: 0, supported: 0, refuted: 0, conflicting: 0, not_enough_evidence: 0, unchecked: 0 },
    sources_consulted: [],
    mode: 'verify',
    claims: [],
  },
  claims: [],
};

/** Pieces that come when they are sent. */
function feed() {
  const sent: PromiseWithResolvers<Awaited<ReturnType<PieceSource['next']>>>[] = [];
  const at = (index: number) => {
    sent[index] ??= Promise.withResolvers();
    return sent[index];
  };
  let asked = 0;
  let given = 0;
  const source = {
    closed: false,
    next: () => at(asked++).promise,
    close() {
      source.closed = true;
    },
  };
  return {
    source,
    send: (text: string) =>
      at(given++).resolve({ pieces: [{ text, choice: 0, ends: false }], beside: undefined }),
    end: () => at(given++).resolve(undefined),
  };
}

/** A check in which each piece is a claim of its name. */
function open(rest: Partial<CheckReader> = {}) {
  let verdict: Parameters<VerdictSource['onVerdict']>[0] = () => {};
  let judging: Parameters<VerdictSource['onJudging']>[0] = () => {};
  let stopped = 0;
  const finished = Promise.withResolvers<CheckResult>();
  const pieces = feed();
  const run = runCheck(
    {
      listed: [],
      verdicts: {
        onVerdict: (listener) => {
          verdict = listener;
        },
        onJudging: (listener) => {
          judging = listener;
        },
      },
      evidence: new Map(),
      read: ({ text }: Piece) => (text === '' ? [] : [claim(text)]),
      ground: async () => new Map(),
      finish: () => finished.promise,
      ...rest,
    },
    pieces.source,
    () => {
      stopped += 1;
    },
  );
  return {
    ...pieces,
    run,
    judge: (id: string, verified: number, more: Partial<Claim> = {}) =>
      verdict({ ...claim(id), verdict: 'supported', ...more }, { verified, total: 2 }),
    begin: (...ids: string[]) => judging(ids.map(claim)),
    finish: () => finished.resolve(RESULT),
    stopped: () => stopped,
  };
}

const shape = (events: readonly CheckEvent<undefined>[] | undefined): string[] =>
  (events ?? []).map((event) =>
    event.type === 'found' || event.type === 'verdict'
      ? `${event.type} ${event.claim.id}`
      : event.type === 'judging'
        ? `judging ${event.ids.join(' ')}`
        : event.type,
  );
const next = async (run: CheckRun) => shape((await run.next()).value);

describe('a check', () => {
  it('says a verdict as soon as it is known, but behind its claim', async () => {
    const { run, send, end, judge, begin, finish } = open({ listed: [claim('asked')] });
    begin('asked');
    judge('asked', 1);
    send('one');
    expect(await next(run)).toEqual([
      ...['read', 'found asked', 'found one'],
      ...['judging asked', 'verdict asked'],
    ]);
    const waiting = next(run);
    judge('one', 2);
    expect(await waiting).toEqual(['verdict one']);
    end();
    const last = next(run);
    finish();
    expect(await last).toEqual(['done']);
    expect(await run.next()).toEqual({ done: true, value: undefined });
  });

  it('says all verdicts before it is done', async () => {
    const { run, send, end, judge, finish } = open();
    send('one');
    end();
    await run.next();
    const last = next(run);
    // Both are known in the same turn.
    judge('one', 1, { correction: { wrong: 'a', right: 'b', source: 's', url: '' } });
    finish();
    const rest = [...(await last), ...(await next(run))];
    expect(rest).toEqual(['verdict one', 'correction', 'done']);
  });

  it('is done also where the last verdict becomes known together with the result', async () => {
    const begun = Promise.withResolvers<void>();
    const result = Promise.withResolvers<CheckResult>();
    const finish = () => {
      begun.resolve();
      return result.promise;
    };
    const { run, send, end, judge } = open({ finish });
    send('one');
    end();
    await run.next();
    const last = next(run);
    await begun.promise;
    judge('one', 1);
    result.resolve(RESULT);
    const rest = [...(await last), ...(await next(run))];
    expect(rest).toEqual(['verdict one', 'done']);
  });

  it('says evidence where nobody judges', async () => {
    const item = { source: 's', kind: 'web', title: '', url: '', quote: 'q', stance: 'unjudged' } as const;
    const { run, send, end, finish } = open({
      verdicts: undefined,
      listed: [claim('asked')],
      evidence: new Map([['asked', [item]]]),
      ground: async () => new Map([['one', [item]]]),
    });
    send('one');
    expect(await next(run)).toEqual(['read', 'found asked', 'evidence', 'found one']);
    end();
    finish();
    expect(await next(run)).toEqual(['evidence']);
    expect(await next(run)).toEqual(['done']);
  });

  it('ends where its text fails, and stops what is under way', async () => {
    const failing = {
      next: () => Promise.reject(new Error('cut off')),
      close() {},
    };
    let stopped = 0;
    const reader = { verdicts: { onVerdict() {}, onJudging() {} } } as unknown as CheckReader;
    const run = runCheck(reader, failing, () => {
      stopped += 1;
    });
    await expect(run.next()).rejects.toThrow('cut off');
    expect(stopped).toBe(1);
    expect((await run.next()).done).toBe(true);
  });

  it('is given up while it waits', async () => {
    const { run, send, source, stopped, end } = open();
    send('one');
    await run.next();
    const waiting = run.next();
    await run.return();
    expect([source.closed, stopped()]).toEqual([true, 1]);
    end();
    await waiting;
    expect((await run.next()).done).toBe(true);
  });

  it('has a result for those who want nothing else', async () => {
    const { run, send, end, finish } = open();
    send('one');
    end();
    finish();
    expect(await resultOf(run)).toMatchObject(RESULT);
  });
});
