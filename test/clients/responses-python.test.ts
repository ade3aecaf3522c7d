/** Python's clients on the Responses API, as they come from PyPI. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { CLIENTS, findPython, run, skipWithoutPython } from './find-python.ts';
import { startEndlessGateway } from './gateway.ts';

const python = await findPython(CLIENTS);

describe('Python’s clients on the Responses API', () => {
  if (python === undefined) {
    skipWithoutPython(CLIENTS);
    return;
  }

  it('ask whole and streamed, call functions in a loop, and go on, with every provider', async () => {
    const gateway = await startGateway();
    const endless = await startEndlessGateway();
    try {
      const script = path.join(import.meta.dirname, 'responses_client.py');
      const { stdout } = await run(python, [script, gateway.url, endless.gateway.url], { timeout: 240_000 });
      expect(stdout.trim().split('\n')).toHaveLength(44);
      await endless.closed();
    } finally {
      await gateway.stop();
      await endless.stop();
    }
  }, 270_000);
});
