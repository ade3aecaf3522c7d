import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

describe('a line of the log', () => {
  const lines: string[] = [];
  const { log } = createLog({
    level: 'info',
    pretty: false,
    stream: { write: (line) => void lines.push(line) },
  });
  const written = (write: () => void): string[] => {
    lines.length = 0;
    write();
    return lines.map((line) => line.replace(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/, '"time":""'));
  };

  it('is JSON: level, time, what is known, and the message last', () => {
    expect(
      written(() => {
        log.info({ status: 200, failure: undefined, ms: 0.5, stack: ['at "x"'] }, 'done');
        log.warn({ quote: 'a "word"\n\u0001\ud800' });
        log.error('gone');
        log.info({});
      }),
    ).toEqual([
      '{"level":"info","time":"","status":200,"ms":0.5,"stack":["at \\"x\\""],"msg":"done"}\n',
      '{"level":"warn","time":"","quote":"a \\"word\\"\\n\\u0001\\ud800"}\n',
      '{"level":"error","time":"","msg":"gone"}\n',
      '{"level":"info","time":""}\n',
    ]);
  });

  it('is written where its level is urgent enough, which may change', () => {
    expect(written(() => log.debug('no'))).toEqual([]);
    log.level = 'debug';
    expect(written(() => log.debug('yes'))).toHaveLength(1);
    log.level = 'error';
    expect(written(() => log.warn('no'))).toEqual([]);
    log.level = 'silent';
    expect(written(() => log.error('no'))).toEqual([]);
    log.level = 'info';
  });

  it('has the time of its millisecond', async () => {
    const before = Date.now();
    written(() => log.info('one'));
    const first = JSON.parse(lines[0]!).time;
    expect(Date.parse(first)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(first)).toBeLessThanOrEqual(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 5));
    written(() => log.info('two'));
    expect(JSON.parse(lines[0]!).time > first).toBe(true);
  });
});
