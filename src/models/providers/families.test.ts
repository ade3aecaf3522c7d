/** What models that no catalogue lists are taken to take, by their names. */
import { expect, it } from 'vitest';
import type { Capabilities } from '../../domain/catalogue.ts';
import { ANTHROPIC } from './anthropic.ts';
import { GOOGLE } from './google.ts';
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

const SAMPLED = { temperature: 'unit', topP: 'full' };
const UNSAMPLED = { temperature: 'none', topP: 'none' };

it.each<[string, object, object]>([
  ['claude-3-5-haiku-20241022', { ...SAMPLED, forcedTools: true, assistantLast: true }, { none: 'disabled' }],
  ['claude-sonnet-4-5', { ...SAMPLED, forcedTools: true, assistantLast: true }, { none: 'disabled' }],
  ['claude-sonnet-4-6', { ...SAMPLED, assistantLast: false }, { none: 'disabled', max: 'max' }],
  [
    'claude-opus-4-7',
    { ...UNSAMPLED, forcedTools: true, assistantLast: false },
    { none: 'disabled', max: 'max' },
  ],
  ['claude-opus-5', { ...UNSAMPLED, forcedTools: true }, { none: 'disabled', max: 'max' }],
  ['claude-opus-5-5', { ...UNSAMPLED, forcedTools: false }, { max: 'max' }],
  ['claude-sonnet-5', { forcedTools: true }, { none: 'disabled', max: 'max' }],
  ['claude-sonnet-5-5', { forcedTools: false }, { none: 'between_tools', max: 'max' }],
  ['claude-haiku-5-5', { forcedTools: true }, { none: 'disabled', max: 'max' }],
  ['claude-fable-5', { forcedTools: false }, { max: 'max' }],
])('Anthropic’s %s', (id, expected, efforts) => {
  const can = ANTHROPIC.capabilitiesOf(id);
  expect(can).toMatchObject({
    ...expected,
    penalties: false,
    seed: false,
    verbosity: false,
    choices: false,
    logprobs: false,
    logitBias: false,
    inputs: SEES,
  });
  expect(can.efforts).toEqual({ low: 'low', medium: 'medium', high: 'high', xhigh: 'xhigh', ...efforts });
});

const BUDGETS = { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576 };
const LEVELS = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' };

it.each<[string, object, object, boolean]>([
  ['gemini-2.0-flash', { logprobs: true, choices: true, toolsWithFormat: false }, BUDGETS, false],
  ['gemini-2.5-flash', { logprobs: false, choices: true, toolsWithFormat: false }, BUDGETS, true],
  [
    'gemini-3-pro',
    { logprobs: false, choices: false, toolsWithFormat: true, temperature: 'full' },
    LEVELS,
    true,
  ],
  ['gemini-3.5-pro', { ...UNSAMPLED, penalties: false, assistantLast: false }, LEVELS, true],
  ['gemma-3', { logprobs: true, choices: true, toolsWithFormat: true }, LEVELS, true],
])('Google’s %s', (id, expected, efforts, readsAddresses) => {
  const can = GOOGLE.capabilitiesOf(id);
  expect(can).toMatchObject({ verbosity: false, logitBias: false, ...expected });
  expect(can.efforts).toEqual(efforts);
  expect(can.inputs.includes('image_url')).toBe(readsAddresses);
});

it('marks of the cache are for OpenAI’s models from gpt-5.6 on, and for others behind its API', () => {
  const marked = ['gpt-5.5', 'gpt-5.6', 'o4-mini', 'chatgpt-4o-latest', 'mine'].filter(
    (id) => OPENAI.capabilitiesOf(id).cacheMarks,
  );
  expect(marked).toEqual(['gpt-5.6', 'mine']);
  expect(OPENAI.capabilitiesOf('mine')).toMatchObject({ verbosity: true, webSearchOptions: true });
  expect(OPENAI.capabilitiesOf('gpt-5.5')).toMatchObject({ stop: true, penalties: true });
  expect(OPENAI.capabilitiesOf('gpt-5.4')).toMatchObject({ stop: false, penalties: false });
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
