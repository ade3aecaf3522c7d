/** What models that no catalogue lists are taken to take, by their names. */
import { expect, it } from 'vitest';
import type { Capabilities } from '../../domain/catalogue.ts';
import { OPENAI } from './openai.ts';
import { TOGETHER } from './together.ts';
import { XAI } from './xai.ts';

const SEES = ['image', 'image_url', 'pdf'] as const;
const PLAIN = { tokenField: 'max_tokens', temperature: 'full', stop: true, logprobs: true, logitBias: true };
const REASONING = {
  tokenField: 'max_completion_tokens',
  systemRole: 'developer',
  logprobs: false,
  logitBias: false,
};

it.each<[string, object, readonly string[] | undefined]>([
  ['gpt-4o', { ...PLAIN, inputs: SEES, reasoningEffort: false, verbosity: false, tools: true }, undefined],
  ['gpt-4o-mini-search-preview', { inputs: [], webSearchOptions: true }, undefined],
  ['gpt-audio', { ...PLAIN, inputs: ['audio'], webSearchOptions: false }, undefined],
  ['gpt-3.5-turbo', { ...PLAIN, inputs: [] }, undefined],
  ['chatgpt-4o-latest', { ...PLAIN, inputs: SEES, verbosity: false }, undefined],
  [
    'o3-mini',
    { ...REASONING, inputs: [], verbosity: false, toolsWithReasoning: true },
    ['low', 'medium', 'high'],
  ],
  ['o4-mini', { ...REASONING, inputs: SEES, stop: false, penalties: false }, ['low', 'medium', 'high']],
  [
    'gpt-5-mini',
    { ...REASONING, stop: false, penalties: false, verbosity: true, toolsWithReasoning: true },
    ['minimal', 'low', 'medium', 'high'],
  ],
  ['gpt-5.1', { ...REASONING, samplingWithoutReasoning: true }, ['none', 'low', 'medium', 'high']],
  ['gpt-5.2', { ...REASONING, toolsWithReasoning: true }, ['none', 'low', 'medium', 'high', 'xhigh']],
  ['gpt-5.4-mini', { toolsWithReasoning: false, stop: false }, ['none', 'low', 'medium', 'high', 'xhigh']],
  [
    'gpt-6-astra',
    { ...REASONING, toolsWithReasoning: false, stop: false, samplingWithoutReasoning: false },
    ['low', 'medium', 'high', 'xhigh', 'max'],
  ],
  [
    'ft:gpt-6-sol:acme',
    { ...REASONING, toolsWithReasoning: false, stop: true, penalties: true, inputs: SEES },
    ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
  ],
])('OpenAI’s %s', (id, expected, efforts) => {
  const can: Capabilities = OPENAI.capabilitiesOf(id);
  expect(can).toMatchObject(expected);
  expect(can.efforts && Object.keys(can.efforts)).toEqual(efforts);
});

it.each([
  ['grok-4.7', { inputs: ['image', 'image_url'], reasoningEffort: true, stop: false, penalties: false }],
  ['grok-4-0709', { inputs: ['image', 'image_url'], reasoningEffort: false, stop: false }],
  ['grok-4.20-non-reasoning', { reasoningEffort: false, stop: true, penalties: true }],
  ['grok-4.20-multi-agent-0309', { reasoningEffort: true, stop: false }],
  ['grok-code-fast-1', { inputs: [], reasoningEffort: false }],
  ['grok-3-mini', { inputs: [], reasoningEffort: true, stop: false }],
  ['grok-3', { inputs: [], reasoningEffort: false, stop: true }],
])('xAI’s %s', (id, expected) => {
  expect(XAI.capabilitiesOf(id)).toMatchObject(expected);
});

it('Together’s models may see and hear, and read no files', () => {
  expect(TOGETHER.capabilitiesOf('moonshotai/Kimi-K2.5').inputs).toEqual(['image', 'image_url', 'audio']);
});
