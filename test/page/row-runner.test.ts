/** Rows are measured a few at a time; limits are waited out, failures noted, and refusals stop the run. */
import { describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../web/api/failure.ts';
import { createRowRunner } from '../../web/evaluate/row-runner.ts';

const failure = (status: number, code = `status_${status}`, retryAt?: number) =>
  new ApiFailure({ status, code, message: '', ...(retryAt === undefined ? {} : { retryAt }) });

/** @param answers what becomes of a row the next time that it is measured; otherwise it succeeds. */
function setUp(answers: Record<number, Error[]> = {}, atOnce = 3) {
  const log: string[] = [];
  let underWay = 0;
  let most = 0;
  let sent = 0;
  const runner = createRowRunner<number>({
    async measure(row) {
      sent += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setTimeout(resolve, 1));
      underWay -= 1;
      const error = answers[row]?.shift();
      if (error !== undefined) throw error;
      return row;
    },
    atOnce: () => atOnce,
    onResult: (row) => log.push(`${row}`),
    onFailure: (row, { status }) => log.push(`${row}: ${status}`),
    onWait: (until) => log.push(until === undefined ? 'on' : 'wait'),
    onRefusal: ({ status }) => log.push(`refused ${status}`),
    onEnd: () => log.push('end'),
  });
  const ended = (times = 1) =>
    vi.waitFor(() => expect(log.filter((line) => line === 'end')).toHaveLength(times), { timeout: 5_000 });
  return { runner, log, ended, most: () => most, sent: () => sent };
}

const upTo = (rows: number): number[] => Array.from({ length: rows }, (_, index) => index);

describe('a run over rows', () => {
  it('measures each once, so many at a time', async () => {
    const { runner, log, ended, most, sent } = setUp();
    runner.start(upTo(20));
    await ended();
    expect(most()).toBe(3);
    expect(sent()).toBe(20);
    expect(log.slice(0, -1).sort()).toEqual(upTo(20).map(String).sort());
  });

  it('waits a limit out, for all of them, and measures the row then', async () => {
    const { runner, log, ended } = setUp({ 1: [failure(429, 'rate_limit_exceeded', Date.now() + 400)] });
    const begun = Date.now();
    runner.start(upTo(9));
    await ended();
    expect(Date.now() - begun).toBeGreaterThanOrEqual(390);
    expect(log.filter((line) => /^\d+$/.test(line)).length).toBe(9);
    expect(log).toContain('wait');
    expect(log).toContain('on');
  });

  it('notes what fails, and measures it again when it is started again', async () => {
    const { runner, log, ended } = setUp({ 1: [failure(500)] });
    runner.start(upTo(3));
    await ended();
    expect(log).toContain('1: 500');
    runner.start([1]);
    await ended(2);
    expect(log).toContain('1');
  });

  it.each([401, 403, 0])('stops at status %i', async (status) => {
    const { runner, log, sent } = setUp({ 0: [failure(status)] }, 1);
    runner.start(upTo(5));
    await expect.poll(() => log).toEqual([`refused ${status}`]);
    expect(sent()).toBe(1);
  });

  it('finishes what is under way when it pauses, and goes on without asking twice', async () => {
    const { runner, log, ended, sent } = setUp();
    runner.start(upTo(10));
    runner.pause();
    runner.start(upTo(10));
    await ended();
    expect(sent()).toBe(10);
    expect(new Set(log).size).toBe(11);
  });

  it('says nothing more once it has ended', async () => {
    const { runner, log } = setUp();
    runner.start(upTo(10));
    runner.end();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(log).toEqual([]);
  });
});
