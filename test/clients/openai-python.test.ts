/** Python's openai package, and agents that are built on it, as they come from PyPI. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../harness/start-gateway.ts';
import { findPython, run, skipWithoutPython } from './find-python.ts';
import { startEndlessGateway } from './gateway.ts';

const OPENAI = ['openai==3.52.0'];
const AGENTS = [
  'instructor==1.17.0',
  'pydantic-ai-slim[openai]==2.38.0',
  'langchain==1.4.7',
  'langchain-openai==1.7.3',
];
const [openai, agents] = await Promise.all([findPython(OPENAI), findPython(AGENTS)]);

const script = (name: string): string => path.join(import.meta.dirname, name);

describe('Python’s openai package', () => {
  if (openai === undefined) {
    skipWithoutPython(OPENAI);
    return;
  }

  it('asks whole and streamed, lists models, gets errors, and leaves', async () => {
    const gateway = await startGateway();
    const endless = await startEndlessGateway();
    try {
      const { stdout } = await run(openai, [script('openai_client.py'), gateway.url, endless.gateway.url], {
        timeout: 60_000,
      });
      expect(stdout.trim().split('\n')).toHaveLength(27);
      await endless.closed();
    } finally {
      await gateway.stop();
      await endless.stop();
    }
  }, 90_000);
});

describe('Python’s agents', () => {
  if (agents === undefined) {
    skipWithoutPython(AGENTS);
    return;
  }

  it('call functions in a loop, whole and streamed, with every provider', async () => {
    const gateway = await startGateway();
    try {
      const { stdout } = await run(agents, [script('agents_client.py'), gateway.url], { timeout: 150_000 });
      expect(stdout.trim().split('\n')).toHaveLength(30);
    } finally {
      await gateway.stop();
    }
  }, 180_000);
});
