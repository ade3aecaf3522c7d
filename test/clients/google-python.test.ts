/** Python's google-genai package, as it comes from PyPI. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { findPython, run, skipWithoutPython } from './find-python.ts';
import { startEndlessGateway } from './gateway.ts';

const GOOGLE = ['google-genai==3.6.1'];
const python = await findPython(GOOGLE);

if (python === undefined) skipWithoutPython(GOOGLE);
else {
  it('asks whole and streamed, calls functions, counts, gets errors, and leaves', async () => {
    const gateway = await startGateway();
    const endless = await startEndlessGateway();
    try {
      const script = path.join(import.meta.dirname, 'google_client.py');
      const { stdout } = await run(python, [script, gateway.url, endless.gateway.url], { timeout: 120_000 });
      expect(stdout.trim().split('\n')).toHaveLength(36);
      await endless.closed();
    } finally {
      await gateway.stop();
      await endless.stop();
    }
  }, 150_000);
}
