/** Callers who ask on and on while something happens to the gateway. */
import { setTimeout as sleep } from 'node:timers/promises';
import { keepAliveCaller } from './keep-alive-caller.ts';

/** Asks on and on over one connection; fills in what failed, and how. */
export async function keepAsking(url: string, number: number, load: Load): Promise<void> {
  const caller = keepAliveCaller(url);
  for (let turn = 0; load.going; turn++) {
    const stream = (turn + number) % 2 === 0;
    const content = number === 0 ? 'A long one' : 'Hi';
    const body = JSON.stringify({ model: 'gpt-6-luna', stream, messages: [{ role: 'user', content }] });
    try {
      const { status, text } = await caller.ask('/v1/chat/completions', body);
      const whole = stream ? text.endsWith('data: [DONE]\n\n') : text.includes('1889');
      if (status === 200 && whole) load.answered += 1;
      else await load.failed(`${status} ${text.slice(0, 200)}`);
    } catch (error) {
      await load.failed(String((error as NodeJS.ErrnoException).code ?? error));
    }
  }
  caller.close();
}

export interface Load {
  going: boolean;
  answered: number;
  /** How often which failure was seen. */
  readonly failures: Record<string, number>;
  /** Notes a failure; whoever has seen one waits a moment. */
  failed(what: string): Promise<void>;
}

export function newLoad(): Load {
  const failures: Record<string, number> = {};
  return {
    going: true,
    answered: 0,
    failures,
    failed(what) {
      failures[what] = (failures[what] ?? 0) + 1;
      return sleep(50);
    },
  };
}
