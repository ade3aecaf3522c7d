/** Python's clients on the Responses API, as they come from PyPI. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { findPython, run, skipWithoutPython } from './find-python.ts';
import { startEndlessGateway } from './gateway.ts';

const PACKAGES = [
  'openai==3.54.0',
  'openai-agents==0.24.0',
  'pydantic-ai-slim[openai]==2.68.0',
  'langchain==1.4.7',
  'langchain-openai==1.7.3',
];
const python = await findPython(PACKAGES);

describe('Python’s clients on the Responses API', () => {
  if (python === undefined) {
    skipWithoutPython(PACKAGES);
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
