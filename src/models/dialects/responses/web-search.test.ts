/** What a model's own web search found: each page once, with what the answer says where it cites it. */
import { expect, it } from 'vitest';
import { ApiKey } from '../../../domain/api-key.ts';
import type { Model } from '../../../domain/catalogue.ts';
import { responsesSearch } from './web-search.ts';

const search = responsesSearch({ tool: { search_context_size: 'low' } });
const cite = (url: string, start_index: unknown, end_index: unknown, title: unknown = 'Page') => ({
  ...{ type: 'url_citation', url, title },
  ...{ start_index, end_index },
});
const reply = (text: string, ...annotations: unknown[]) => ({
  output: [
    { type: 'web_search_call' },
    { type: 'message', content: [{ type: 'output_text', text, annotations }, { type: 'refusal' }] },
    { type: 'web_search_call' },
  ],
  usage: { input_tokens: 3, output_tokens: 2 },
});

it('asks with the tool, the instructions and the question, and stores nothing', () => {
  const model = { wireId: 'm', capabilities: { reasoningEffort: true, efforts: { low: 'low' } } } as Model;
  const question = { instructions: 'Search.', text: 'Why?', maxTokens: 50 };
  const { path, body } = search.toRequest(question as never, model, ApiKey.parse('sk-test')!);
  expect([path, JSON.parse(body as string)]).toEqual([
    '/responses',
    {
      model: 'm',
      input: [
        { role: 'system', content: 'Search.' },
        { role: 'user', content: 'Why?' },
      ],
      tools: [{ type: 'web_search', search_context_size: 'low' }],
      max_output_tokens: 50,
      reasoning: { effort: 'low' },
      store: false,
    },
  ]);
});

it('a page has what is said before its link, without the link', () => {
  const text = 'Other.\nGold melts at 1064 °C. ([a.org](https://a.org/1))';
  const start = text.indexOf('(');
  expect(search.readReply(reply(text, cite('https://a.org/1', start, text.length)))).toEqual({
    citations: [{ url: 'https://a.org/1', title: 'Page', cited: [], said: ['Gold melts at 1064 °C.'] }],
    searches: 2,
    usage: { promptTokens: 3, completionTokens: 2, searches: 2 },
  });
});

it('offsets count characters, a title that is a number is none, and of two links each has its own words', () => {
  const text = '😀 One. Two.';
  const { citations } = search.readReply(
    reply(
      text,
      cite('https://a.org/1', 6, 6, '1'),
      cite('https://a.org/2', 11, 11),
      cite('https://a.org/1', 'x', null),
    ),
  );
  expect(citations).toEqual([
    { url: 'https://a.org/1', title: 'Page', cited: [], said: ['😀 One.'] },
    { url: 'https://a.org/2', title: 'Page', cited: [], said: ['Two.'] },
  ]);
});

it('of two links the second has nothing of the first, however that is written', () => {
  const text = 'One. <a.org> Two. <b.org>';
  const { citations } = search.readReply(
    reply(text, cite('https://a.org/', 5, 12), cite('https://b.org/', 18, 25)),
  );
  expect(citations.map(({ said }) => said)).toEqual([['One.'], ['Two.']]);
});

it.each([
  null,
  {},
  { output: 'x' },
  { output: [{ type: 'message', content: 'x' }, 7] },
  reply('A', { type: 'file_citation' }, cite('ftp://a.org', 0, 1), cite('https://u:p@a.org', 0, 1)),
])('what cannot be read is left out: %j', (body) => {
  expect(search.readReply(body).citations).toEqual([]);
});
