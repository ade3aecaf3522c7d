/** What Claude's own web search is asked, and what is read of its pages. */
import { describe, expect, it } from 'vitest';
import { key, model, modelOf } from './adapter-in-tests.ts';
import { ANTHROPIC_SEARCH } from './web-search.ts';

const QUESTION = { instructions: 'Search.', text: 'Why?', maxTokens: 50 } as never;
const cite = (url: string, cited_text: unknown, more: object = {}) => ({
  ...{ type: 'web_search_result_location', url, title: 'Page', cited_text },
  ...more,
});
const said = (text: unknown, ...citations: unknown[]) => ({ type: 'text', text, citations });
const pages = (...content: unknown[]) => ({ type: 'web_search_tool_result', content });
const read = (content: unknown, usage?: object) => ANTHROPIC_SEARCH.readReply({ content, usage });

it('asks for one search, with the instructions and the question, and for little thinking', () => {
  const { path, headers, body } = ANTHROPIC_SEARCH.toRequest(QUESTION, model, key);
  expect([path, headers]).toEqual([
    '/v1/messages',
    { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' },
  ]);
  expect(JSON.parse(body as string)).toMatchObject({
    model: 'claude-sonnet-4-5',
    max_tokens: 50,
    system: 'Search.',
    messages: [{ role: 'user', content: 'Why?' }],
    tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }],
    output_config: { effort: 'low' },
  });
  const plain = modelOf('claude-sonnet-4-5');
  const without = { ...plain, capabilities: { ...plain.capabilities, reasoningEffort: false } };
  expect(JSON.parse(ANTHROPIC_SEARCH.toRequest(QUESTION, without, key).body as string)).not.toHaveProperty(
    'output_config',
  );
});

describe('an answer', () => {
  const url = 'https://a.org/1';

  it('has each page once, with what is quoted of it, what is said, and how old it is', () => {
    const { citations, searches, usage } = read(
      [
        pages({ url, page_age: '3 May 2024' }, 'x'),
        said('Gold melts at 1064 °C.', cite(url, 'It melts at 1064 °C.')),
        said('It is dense.', cite(url, 'It is dense.'), cite('https://b.org/2', 'Dense.')),
      ],
      { input_tokens: 3, output_tokens: 2, server_tool_use: { web_search_requests: 1 } },
    );
    expect(citations).toEqual([
      {
        ...{ url, title: 'Page', age: '3 May 2024' },
        cited: ['It melts at 1064 °C.', 'It is dense.'],
        said: ['Gold melts at 1064 °C.', 'It is dense.'],
      },
      { url: 'https://b.org/2', title: 'Page', cited: ['Dense.'], said: ['It is dense.'] },
    ]);
    expect([searches, usage]).toEqual([1, { promptTokens: 3, completionTokens: 2, searches: 1 }]);
  });

  it.each<[string, unknown]>([
    ['that is no list', 'x'],
    [
      'whose search failed',
      [pages(), { type: 'web_search_tool_result', content: { error_code: 'unavailable' } }],
    ],
    ['that cites nothing', [said('A.'), { type: 'text', text: 'B.' }, 7]],
    ['that cites something else', [said('A.', cite(url, 'A.', { type: 'char_location' }), 'x')]],
    ['whose citations stand elsewhere', [{ ...said('A.', cite(url, 'A.')), type: 'thinking' }]],
  ])('%s has none', (_what, content) => {
    expect(read(content)).toEqual({ citations: [], searches: 0 });
  });

  it('that is none has none', () => {
    expect(ANTHROPIC_SEARCH.readReply(null)).toEqual({ citations: [], searches: 0 });
  });
});
