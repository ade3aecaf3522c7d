/** Which of a provider's two APIs a model is asked by. */
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Capabilities, Model } from '../../../domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../../domain/chat.ts';
import { dialectOf } from '../../providers/registry.ts';

const { adapter } = dialectOf('openai');
const key = ApiKey.parse('sk-test')!;
const modelOf = (wireId: string, capabilities: Partial<Capabilities> = {}): Model =>
  ({
    ...{ id: wireId, wireId, provider: 'openai', name: 'M', description: 'd', tier: 'basic' },
    capabilities: { ...dialectOf('openai').capabilitiesOf(wireId), ...capabilities },
  }) as Model;
const pathOf = (fields: Partial<ChatRequest>, model = modelOf('gpt-5.4')) =>
  adapter.toRequest({ messages: [textMessage('user', 'Hi')], stream: false, ...fields }, model, key).request
    .path;
const [CHAT, RESPONSES] = ['/chat/completions', '/responses'];

const tools = [{ name: 'f' }];
const asked = { api: 'responses' } as const;
const search = { webSearchOptions: {} };
const withSearchTool = (dialect: string) =>
  ({
    written: { dialect, body: { tools: [{ type: 'web_search' }] }, unread: [], sources: new Map() },
  }) as never;

describe('a model that thinks beside functions in the Responses API alone', () => {
  it.each<[string, Partial<ChatRequest>, string | undefined]>([
    ['a text', {}, CHAT],
    ['what was asked by that API', asked, RESPONSES],
    ['functions', { tools }, RESPONSES],
    ['functions, with an effort', { tools, reasoningEffort: 'low' }, RESPONSES],
    ['functions, without thinking', { tools, reasoningEffort: 'none' }, CHAT],
    ['functions, with what chat completions alone have', { tools, seed: 1 }, CHAT],
    ['functions, with stop sequences, which the gateway looks for', { tools, stop: ['X'] }, RESPONSES],
    ['a search', search, RESPONSES],
    ['a search, with what chat completions alone have', { ...search, seed: 1 }, CHAT],
    ['a tool that searches, in other words', withSearchTool('messages'), RESPONSES],
    ['a tool that searches, in words of chat completions', withSearchTool('chat-completions'), CHAT],
  ])('is asked there for what it does best there: %s', (_what, fields, path) => {
    const refusesSearch = path === CHAT && 'webSearchOptions' in fields;
    if (refusesSearch) expect(() => pathOf(fields)).toThrow('web_search_options');
    else expect(pathOf(fields)).toBe(path);
  });
});

it('a model that always thinks is asked there with functions whatever else is wanted', () => {
  const always = modelOf('gpt-5.4', { efforts: { low: 'low' } });
  expect(pathOf({ tools, seed: 1 }, always)).toBe(RESPONSES);
  expect(pathOf({ tools, reasoningEffort: 'none' }, always)).toBe(RESPONSES);
  expect(pathOf({}, always)).toBe(CHAT);
  // Without efforts nothing is known of its thinking.
  const { efforts: _, ...rest } = modelOf('gpt-5.4').capabilities;
  expect(pathOf({ tools, seed: 1 }, { ...modelOf('gpt-5.4'), capabilities: rest as Capabilities })).toBe(
    CHAT,
  );
});

it('a model that thinks beside functions in both is asked by chat completions', () => {
  expect(pathOf({ tools }, modelOf('gpt-5'))).toBe(CHAT);
  expect(pathOf({ ...asked, tools }, modelOf('gpt-5'))).toBe(RESPONSES);
});

it('a model that one API does not serve is asked by the other', () => {
  const searching = modelOf('gpt-5-search-api');
  expect([pathOf(asked, searching), pathOf(search, searching)]).toEqual([CHAT, CHAT]);
});
