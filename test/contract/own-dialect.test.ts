/** A caller who speaks the provider's dialect: whatever a request holds arrives, and whatever is answered comes back. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../harness/fake-provider.ts';
import { envFor, WIRES } from '../harness/provider-wires.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

type Json = Record<string, unknown>;

let fake: FakeProvider;
let gateway: Gateway;
beforeAll(async () => {
  fake = await startFakeProvider();
  gateway = await startGateway({
    env: envFor(fake),
    yaml: 'plans: { free: { models: all, per_hour: null, per_month: null } }',
  });
});
afterAll(() => Promise.all([gateway.stop(), fake.stop()]));

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts a member of its own into every object of a value. @param planted gets each by its name. */
function plant(value: unknown, planted: Map<string, unknown>, next: () => unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => plant(inner, planted, next));
  if (!isObject(value)) return value;
  const all: Json = {};
  for (const [name, inner] of Object.entries(value)) {
    // What a tool is called with, and notes of the caller's own, are no part of the dialect.
    const isOwn = name === 'metadata' || (name === 'input' && 'name' in value);
    all[name] = isOwn ? inner : plant(inner, planted, next);
  }
  const name = `x_new_${planted.size}`;
  all[name] = next();
  planted.set(name, all[name]);
  return all;
}

/** @returns the members of a value that were planted, wherever they stand. */
function found(value: unknown, planted: ReadonlyMap<string, unknown>, all = new Map<string, unknown>()) {
  if (Array.isArray(value)) for (const inner of value) found(inner, planted, all);
  if (!isObject(value)) return all;
  for (const [name, inner] of Object.entries(value)) {
    if (planted.has(name)) all.set(name, inner);
    else found(inner, planted, all);
  }
  return all;
}

/** @returns the data of each event. */
const eventsOf = (text: string): Json[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data as string) as Json);

const sse = (events: readonly Json[], end = ''): string =>
  events
    .map((event) => `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
    .join('') + end;

const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';
const CHAT: Json = {
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: PICTURE } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } },
        { id: 'c2', type: 'custom', custom: { name: 'edit', input: 'x' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'A tower.' },
    { role: 'user', content: [{ type: 'video_url', video_url: { url: 'https://example.org/a.mp4' } }] },
  ],
  tools: [
    { type: 'function', function: { name: 'look', parameters: { type: 'object' } } },
    { type: 'custom', custom: { name: 'edit', format: { type: 'text' } } },
  ],
  tool_choice: { type: 'function', function: { name: 'look' } },
  response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'object' } } },
  metadata: { a: 'b' },
};
const MESSAGES: Json = {
  max_tokens: 99,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
        { type: 'server_tool_use', id: 'st_1', name: 'web_search', input: { query: 'tower' } },
        { type: 'tool_use', id: 'c1', name: 'look', input: {} },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'A tower.' }] }],
    },
  ],
  tools: [
    { name: 'look', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
    { type: 'web_search_20250305', name: 'web_search' },
  ],
  tool_choice: { type: 'auto' },
  thinking: { type: 'adaptive', display: 'summarized' },
  context_management: { edits: [{ type: 'clear_thinking' }] },
  mcp_servers: [{ type: 'url', url: 'https://example.org', name: 'm' }],
  metadata: { user_id: 'u' },
};

const chatHead = { id: 'x', object: 'chat.completion', created: 1, model: 'm' };
const CHAT_USAGE = {
  ...{ prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
  prompt_tokens_details: { cached_tokens: 3 },
  completion_tokens_details: { reasoning_tokens: 2 },
};
const TOKEN = {
  token: 'It.',
  logprob: -1,
  bytes: [73],
  top_logprobs: [{ token: 'It', logprob: -1, bytes: null }],
};
const CHAT_ANSWER: Json = {
  ...chatHead,
  choices: [
    {
      index: 0,
      message: {
        ...{ role: 'assistant', content: 'It.', refusal: null },
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://example.org' } }],
        tool_calls: [{ id: 'c3', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      logprobs: { content: [TOKEN], refusal: null },
      finish_reason: 'tool_calls',
    },
  ],
  usage: CHAT_USAGE,
};
const piece = (delta: Json, finish_reason: string | null = null): Json => ({
  ...chatHead,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const CHAT_EVENTS: readonly Json[] = [
  piece({ role: 'assistant', content: '' }),
  piece({ reasoning_content: 'Hm.' }),
  piece({ content: 'It ' }),
  piece({ content: 'is ' }),
  {
    ...piece({ content: 'so.' }),
    choices: [{ index: 0, delta: { content: 'so.' }, logprobs: { content: [TOKEN] } }],
  },
  piece({ annotations: [{ type: 'url_citation' }] }),
  piece({
    tool_calls: [{ index: 0, id: 'c3', type: 'function', function: { name: 'look', arguments: '' } }],
  }),
  piece({ tool_calls: [{ index: 0, function: { arguments: '{"a":' } }] }),
  piece({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }),
  piece({}, 'tool_calls'),
  { ...piece({}), choices: [], usage: CHAT_USAGE },
];

const messageUsage = { input_tokens: 7, output_tokens: 5, cache_creation: { ephemeral_5m_input_tokens: 1 } };
const message = { id: 'msg_x', type: 'message', role: 'assistant', model: 'm' };
const BLOCKS: readonly Json[] = [
  { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
  { type: 'server_tool_use', id: 'st_1', name: 'web_search', input: { query: 'tower' } },
  { type: 'web_search_tool_result', tool_use_id: 'st_1', content: [{ type: 'web_search_result', url: 'u' }] },
  { type: 'text', text: 'It is so.', citations: [{ type: 'web_search_result_location', url: 'u' }] },
  { type: 'text', text: 'Surely.' },
  { type: 'tool_use', id: 'c3', name: 'look', input: { a: 1 } },
];
const MESSAGES_ANSWER: Json = {
  ...{ ...message, content: BLOCKS, usage: messageUsage },
  ...{ stop_reason: 'pause_turn', stop_sequence: null, container: { id: 'c' } },
};
const start = (index: number, content_block: Json): Json => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, inside: Json): Json => ({ type: 'content_block_delta', index, delta: inside });
const stop = (index: number): Json => ({ type: 'content_block_stop', index });
const MESSAGES_EVENTS: readonly Json[] = [
  { type: 'message_start', message: { ...message, content: [], usage: messageUsage } },
  { type: 'ping' },
  start(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
  delta(0, { type: 'signature_delta', signature: 'c2ln' }),
  stop(0),
  start(1, { type: 'server_tool_use', id: 'st_1', name: 'web_search', input: {} }),
  delta(1, { type: 'input_json_delta', partial_json: '{"query":"tower"}' }),
  stop(1),
  start(2, BLOCKS[2] as Json),
  stop(2),
  start(3, { type: 'text', text: '', citations: [] }),
  delta(3, { type: 'text_delta', text: 'It is ' }),
  delta(3, { type: 'text_delta', text: 'so.' }),
  delta(3, { type: 'citations_delta', citation: { url: 'u' } }),
  stop(3),
  start(4, { type: 'text', text: '' }),
  delta(4, { type: 'text_delta', text: 'Surely.' }),
  stop(4),
  start(5, { type: 'tool_use', id: 'c3', name: 'look', input: {} }),
  delta(5, { type: 'input_json_delta', partial_json: '{"a":' }),
  delta(5, { type: 'input_json_delta', partial_json: '1}' }),
  stop(5),
  { type: 'context_compacted', summary: { text: 'x' } },
  {
    ...{ type: 'message_delta', context_management: { applied_edits: [{ type: 'x' }] } },
    ...{ delta: { stop_reason: 'pause_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
  },
  { type: 'message_stop' },
];

const RESPONSES: Json = {
  instructions: 'Be brief.',
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', file_id: 'f' },
      ],
    },
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: 'x',
    },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'A tower.' }] },
    { type: 'local_shell_call', id: 'ls_1', call_id: 'c2', action: { type: 'exec', command: ['ls'] } },
    { type: 'local_shell_call_output', call_id: 'c2', output: '' },
    { type: 'message', role: 'user', content: 'Go on.' },
  ],
  tools: [
    { type: 'function', name: 'look', parameters: { type: 'object' } },
    { type: 'custom', name: 'edit', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
    { type: 'web_search', filters: { allowed_domains: ['example.org'] } },
    { type: 'local_shell' },
  ],
  tool_choice: { type: 'web_search' },
  include: ['web_search_call.action.sources'],
  text: { format: { type: 'json_schema', name: 'a', schema: { type: 'object' } } },
  reasoning: { summary: 'detailed' },
  metadata: { a: 'b' },
  client_metadata: { a: 'b' },
};
const RESPONSES_USAGE = {
  ...{ input_tokens: 7, output_tokens: 5, total_tokens: 12 },
  input_tokens_details: { cached_tokens: 3 },
  output_tokens_details: { reasoning_tokens: 2 },
};
const ITEMS: readonly Json[] = [
  { type: 'reasoning', id: 'rs_2', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'y' },
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'tower' } },
  {
    ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'final' },
    content: [{ type: 'output_text', text: 'It is so.', annotations: [{ type: 'url_citation', url: 'u' }] }],
  },
  { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c3', name: 'edit', input: 'x' },
  {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c4',
    name: 'look',
    arguments: '{"a":1}',
    status: 'completed',
  },
];
const responseHead = { id: 'resp_x', object: 'response', created_at: 1, model: 'm', service_tier: 'flex' };
const RESPONSES_ANSWER: Json = {
  ...responseHead,
  status: 'completed',
  output: ITEMS,
  usage: RESPONSES_USAGE,
};
const added = (output_index: number, item: Json): Json => ({
  ...{ type: 'response.output_item.added', output_index, item },
});
const doneItem = (output_index: number): Json => ({
  ...{ type: 'response.output_item.done', output_index, item: ITEMS[output_index] },
});
const said = { item_id: 'msg_1', output_index: 2, content_index: 0 };
const RESPONSES_EVENTS: readonly Json[] = [
  { type: 'response.created', response: { ...responseHead, status: 'in_progress', output: [] } },
  { type: 'response.in_progress', response: { ...responseHead, status: 'in_progress', output: [] } },
  added(0, { type: 'reasoning', id: 'rs_2', summary: [] }),
  {
    ...{ type: 'response.reasoning_summary_text.delta', item_id: 'rs_2', output_index: 0 },
    ...{ summary_index: 0, delta: 'Hm.' },
  },
  doneItem(0),
  added(1, { type: 'web_search_call', id: 'ws_1', status: 'in_progress' }),
  { type: 'response.web_search_call.searching', output_index: 1, item_id: 'ws_1' },
  doneItem(1),
  added(2, { type: 'message', id: 'msg_1', role: 'assistant', content: [] }),
  { type: 'response.content_part.added', ...said, part: { type: 'output_text', text: '', annotations: [] } },
  { type: 'response.output_text.delta', ...said, delta: 'It is ' },
  { type: 'response.output_text.delta', ...said, delta: 'so.' },
  { type: 'response.output_text.done', ...said, text: 'It is so.' },
  doneItem(2),
  added(3, { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c3', name: 'edit', input: '' }),
  { type: 'response.custom_tool_call_input.delta', item_id: 'ctc_1', output_index: 3, delta: 'x' },
  doneItem(3),
  added(4, { type: 'function_call', id: 'fc_1', call_id: 'c4', name: 'look', arguments: '' }),
  { type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 4, delta: '{"a":1}' },
  doneItem(4),
  { type: 'response.completed', response: RESPONSES_ANSWER },
];

const GENERATE: Json = {
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'What is this?' },
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' }, mediaResolution: { level: 'HIGH' } },
        {
          fileData: { fileUri: 'https://example.org/a.mp4', mimeType: 'video/mp4' },
          videoMetadata: { fps: 2 },
        },
      ],
    },
    {
      role: 'model',
      parts: [
        { text: 'Hm.', thought: true },
        { text: 'I look.', thoughtSignature: 'c2ln' },
        { executableCode: { language: 'PYTHON', code: '1' } },
        { functionCall: { name: 'look', args: { a: 1 } }, thoughtSignature: 'c2ln' },
      ],
    },
    { role: 'user', parts: [{ functionResponse: { name: 'look', response: { output: 'A tower.' } } }] },
    { parts: [{ text: 'Go on.' }] },
  ],
  tools: [
    {
      functionDeclarations: [
        { name: 'look', parameters: { type: 'OBJECT', properties: { a: { type: 'INTEGER' } } } },
      ],
    },
    { googleSearch: { timeRangeFilter: { startTime: '2026-01-01T00:00:00Z' } } },
  ],
  toolConfig: {
    functionCallingConfig: { mode: 'VALIDATED' },
    retrievalConfig: { languageCode: 'en' },
  },
  safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
  cachedContent: 'cachedContents/x',
  labels: { a: 'b' },
  generationConfig: {
    ...{ topK: 5, temperature: 0.5, maxOutputTokens: 99, stopSequences: ['END'] },
    thinkingConfig: { includeThoughts: true, thinkingBudget: 2_000 },
    responseModalities: ['TEXT', 'IMAGE'],
    responseMimeType: 'text/x.enum',
    responseSchema: { type: 'STRING', enum: ['a', 'b'], nullable: true },
    speechConfig: { languageCode: 'en-US' },
  },
};
const GENERATE_USAGE = {
  ...{ promptTokenCount: 7, candidatesTokenCount: 3, thoughtsTokenCount: 2, totalTokenCount: 12 },
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: 7 }],
};
const generateHead = { modelVersion: 'gemini-2.5-flash-001', responseId: 'r_x', createTime: '2026-11-01' };
const GOOGLE_TOKEN = { token: 'It', tokenId: 5, logProbability: -1 };
const LOGPROBS = { chosenCandidates: [GOOGLE_TOKEN], topCandidates: [{ candidates: [GOOGLE_TOKEN] }] };
const PARTS: readonly Json[] = [
  { text: 'Hm.', thought: true, thoughtSignature: 'c2ln' },
  { text: 'It is so.', thoughtSignature: 'c2ln' },
  { executableCode: { language: 'PYTHON', code: '1' } },
  { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
  { functionCall: { name: 'look', args: { a: 1 } }, thoughtSignature: 'c2ln' },
];
const ENDING: Json = {
  ...{ finishReason: 'STOP', finishMessage: 'Done.', index: 0 },
  groundingMetadata: { groundingChunks: [{ web: { uri: 'https://example.org' } }] },
  safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' }],
};
const GENERATE_ANSWER: Json = {
  candidates: [{ content: { parts: PARTS, role: 'model' }, ...ENDING, logprobsResult: LOGPROBS }],
  promptFeedback: { safetyRatings: [] },
  usageMetadata: GENERATE_USAGE,
  ...generateHead,
};
const frame = (parts: readonly Json[], more: Json = {}): Json => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata: GENERATE_USAGE,
  ...generateHead,
});
const GENERATE_EVENTS: readonly Json[] = [
  frame([PARTS[0] as Json]),
  frame([{ text: 'It ' }], { logprobsResult: LOGPROBS }),
  frame([{ text: 'is ' }, { text: 'so', thoughtSignature: 'c2ln' }]),
  frame(PARTS.slice(2, 4), { citationMetadata: { citationSources: [{ uri: 'https://example.org' }] } }),
  { usageMetadata: GENERATE_USAGE, ...generateHead },
  frame(PARTS.slice(4)),
  frame([{ text: '.' }, { text: '', thoughtSignature: 'c2ln' }], ENDING),
];

const DIALECTS = [
  {
    ...{ name: 'chat completions', path: '/v1/chat/completions', model: 'gpt-4o' },
    ...{ request: CHAT, answer: CHAT_ANSWER, events: CHAT_EVENTS, end: 'data: [DONE]\n\n' },
    streamed: { stream: true, stream_options: { include_usage: true } },
  },
  {
    ...{ name: 'messages', path: '/v1/messages', model: WIRES.anthropic.model },
    ...{ request: MESSAGES, answer: MESSAGES_ANSWER, events: MESSAGES_EVENTS, end: '' },
    streamed: { stream: true },
  },
  {
    ...{ name: 'responses', path: '/v1/responses', model: 'gpt-4o' },
    ...{ request: RESPONSES, answer: RESPONSES_ANSWER, events: RESPONSES_EVENTS, end: '' },
    streamed: { stream: true },
  },
  {
    ...{ name: 'generateContent', path: '/v1beta/models/google/gemini-2.5-flash:generateContent' },
    streamPath: '/v1beta/models/google/gemini-2.5-flash:streamGenerateContent?alt=sse',
    ...{ request: GENERATE, answer: GENERATE_ANSWER, events: GENERATE_EVENTS, end: '' },
    streamed: {},
  },
] as const;
type Dialect = (typeof DIALECTS)[number];

const member = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string(), fc.constant({ nested: [{ deep: 1 }] }));

/** Asks, with an answer that has what it is given. */
async function ask(
  { path, end, ...dialect }: Dialect,
  fields: Json,
  answer: Json | readonly Json[],
): Promise<string> {
  fake.received.length = 0;
  fake.answer((_request, response) => {
    const isStream = Array.isArray(answer);
    response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
    response.end(isStream ? sse(answer as readonly Json[], end) : JSON.stringify(answer));
  });
  const streamPath = 'streamPath' in dialect ? dialect.streamPath : path;
  const model = 'model' in dialect ? { model: dialect.model } : {};
  const response = await gateway.post(Array.isArray(answer) ? streamPath : path, {
    ...{ api_key: 'sk-own', ...model },
    ...fields,
  });
  const text = await response.text();
  expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
  return text;
}

it('a stream begins with its role, whatever came before the first text', async () => {
  const [dialect] = DIALECTS;
  const opening = piece({ role: 'assistant', content: '', audio: null });
  const events = [
    opening,
    piece({ content: 'It is so.' }),
    piece({ content: 'It is not.' }),
    piece({}, 'stop'),
  ];
  const chunks = eventsOf(
    await ask(dialect, { ...CHAT, ...dialect.streamed, fact_check: { mode: 'off' } }, events),
  );
  const deltas = chunks.flatMap(({ choices }) => (choices as { delta: Json }[]).map(({ delta }) => delta));
  expect(deltas).toEqual([
    { role: 'assistant', content: 'It is so.', audio: null },
    { content: 'It is not.' },
    {},
  ]);
});

describe.each(DIALECTS)('$name', (dialect) => {
  const { request, answer, events, streamed } = dialect;
  const modes = fc.constantFrom('off', 'detect', 'ground');
  const planting = <T>(value: T, members: readonly unknown[]) => {
    const planted = new Map<string, unknown>();
    let at = 0;
    // JSON has one zero.
    const next = () => JSON.parse(JSON.stringify(members[at++ % members.length])) as unknown;
    return { planted, value: plant(value, planted, next) as T };
  };
  const members = fc.array(member, { minLength: 7, maxLength: 7 });

  it('a request arrives with everything it holds', async () => {
    await fc.assert(
      fc.asyncProperty(modes, members, fc.boolean(), async (mode, all, isStream) => {
        const { planted, value } = planting({ ...request, ...(isStream ? streamed : {}) }, all);
        const fact_check = {
          mode,
          documents: [{ title: 'Rules', text: 'The tower was completed in 1889.' }],
        };
        await ask(dialect, { ...value, fact_check }, isStream ? events : answer);
        const sent = fake.received[0]?.body;
        expect(found(sent, planted)).toEqual(planted);
        expect(Object.keys(sent ?? {})).not.toContain('fact_check');
        expect(Object.keys(sent ?? {})).not.toContain('api_key');
      }),
      { numRuns: 20 },
    );
  });

  it('is what the caller wrote, but for what the gateway adds', async () => {
    await ask(dialect, { ...request, fact_check: { mode: 'off' } }, answer);
    // Responses are kept by the gateway.
    const own = dialect.name === 'responses' ? { store: false } : {};
    const model = 'model' in dialect ? { model: dialect.model } : {};
    expect(fake.received[0]?.body).toEqual({ ...request, ...own, ...model });
  });

  it('an answer comes back with everything the provider sent', async () => {
    await fc.assert(
      fc.asyncProperty(modes, members, async (mode, all) => {
        const { planted, value } = planting(answer, all);
        const text = await ask(dialect, { ...request, fact_check: { mode } }, value);
        expect(found(JSON.parse(text), planted)).toEqual(planted);
      }),
      { numRuns: 20 },
    );
  });

  it('a streamed answer too', async () => {
    await fc.assert(
      fc.asyncProperty(modes, members, async (mode, all) => {
        const { planted, value } = planting(events, all);
        const text = await ask(dialect, { ...request, ...streamed, fact_check: { mode } }, value);
        expect(found(eventsOf(text), planted)).toEqual(planted);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an answer of Google’s, asked by its own API', () => {
  const dialect = DIALECTS[3];
  const off = { ...GENERATE, fact_check: { mode: 'off' } };

  it('comes as it came', async () => {
    expect(JSON.parse(await ask(dialect, off, GENERATE_ANSWER))).toEqual(GENERATE_ANSWER);
  });

  it('says the same where it is streamed, in the same order, with the end last', async () => {
    const chunks = eventsOf(await ask(dialect, off, GENERATE_EVENTS)) as { candidates?: Json[] }[];
    const parts = (all: readonly { candidates?: Json[] }[]) =>
      all.flatMap(({ candidates = [] }) =>
        candidates.flatMap(({ content }) => (content as { parts: Json[] }).parts),
      );
    const said = (all: Json[]) => all.filter((part) => Object.keys(part).length > 1 || part.text !== '');
    expect(said(parts(chunks))).toEqual(said(parts(GENERATE_EVENTS as { candidates?: Json[] }[])));
    expect(chunks.at(-1)).toMatchObject({
      candidates: [ENDING],
      usageMetadata: GENERATE_USAGE,
      ...{ modelVersion: generateHead.modelVersion, responseId: generateHead.responseId },
    });
    expect(chunks.filter(({ candidates }) => candidates?.some((one) => 'finishReason' in one))).toHaveLength(
      1,
    );
  });

  it('that was not given, because the prompt was blocked, says so', async () => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: GENERATE_USAGE,
      ...generateHead,
    };
    expect(JSON.parse(await ask(dialect, off, blocked))).toEqual(blocked);
    expect(eventsOf(await ask(dialect, off, [blocked]))).toEqual([blocked]);
  });

  it('goes back as it was streamed, without the empty text of its last chunk', async () => {
    const user = { role: 'user', parts: [{ text: 'Look.' }] };
    const model = (...parts: Json[]): Json => ({ role: 'model', parts });
    const call = (name: string): Json => ({ functionCall: { name, args: {} }, thoughtSignature: 'c2ln' });
    const result = (name: string): Json => ({ functionResponse: { name, response: { output: 'x' } } });
    const streamed = [model({ text: 'I ' }), model({ text: 'look.' }), model(call('f')), model(call('g'))];
    const results = { role: 'user', parts: [result('f'), result('g')] };
    const contents = [user, ...streamed, model({ text: '' }), results];
    await ask(dialect, { contents, fact_check: { mode: 'off' } }, GENERATE_ANSWER);
    expect(fake.received[0]?.body.contents).toEqual([user, ...streamed, results]);
    const signed = [model({ text: '', thoughtSignature: 'c2ln' })];
    await ask(dialect, { contents: [user, ...signed, user], fact_check: { mode: 'off' } }, GENERATE_ANSWER);
    expect(fake.received[0]?.body.contents).toEqual([user, ...signed, user]);
  });

  it('that another model gave goes on with Gemini 3: what it called is marked, once a step', async () => {
    const newer = {
      ...dialect,
      path: '/v1beta/models/google/gemini-3-pro:generateContent',
    } as unknown as Dialect;
    const call = (name: string): Json => ({ functionCall: { name, args: {} } });
    const step = (...names: string[]): Json[] => [
      ...names.map((name) => ({ role: 'model', parts: [call(name)] })),
      {
        role: 'user',
        parts: names.map((name) => ({ functionResponse: { name, response: { output: 'x' } } })),
      },
    ];
    const question = { role: 'user', parts: [{ text: 'Look.' }] };
    const contents = [question, ...step('a'), question, ...step('b', 'c'), ...step('d')];
    await ask(newer, { contents, fact_check: { mode: 'off' } }, GENERATE_ANSWER);
    const sent = fake.received[0]?.body.contents as { parts: Json[] }[];
    const signatures = sent.flatMap(({ parts }) =>
      parts.flatMap(({ functionCall, thoughtSignature = '' }) => (functionCall ? [thoughtSignature] : [])),
    );
    const skip = 'skip_thought_signature_validator';
    expect(signatures).toEqual(['', skip, '', skip]);
  });

  it('says the reason that cut most, of several', async () => {
    const reasons = ['STOP', 'MAX_TOKENS', 'STOP'].map((finishReason) =>
      frame([{ text: 'a' }], { finishReason }),
    );
    const chunks = eventsOf(await ask(dialect, off, reasons)) as { candidates: Json[] }[];
    expect(chunks.flatMap(({ candidates }) => candidates[0]?.finishReason ?? [])).toEqual(['MAX_TOKENS']);
  });

  it('is asked for with what the gateway adds, where that belongs', async () => {
    const contents = [
      { role: 'user', parts: [{ text: 'When was the Eiffel Tower completed?' }] },
      { role: 'model', parts: [{ text: 'In 1889.' }] },
      { role: 'user', parts: [{ text: 'The Eiffel Tower was completed in 1889.' }] },
    ];
    const documents = [{ title: 'Tower', text: 'The Eiffel Tower was completed in 1889, in Paris.' }];
    const fields = {
      contents,
      systemInstruction: 'Be brief.',
      task: 'chat',
      fact_check: { mode: 'ground', documents },
    };
    await ask(dialect, fields, GENERATE_ANSWER);
    const { systemInstruction: system, contents: sent } = (fake.received[0]?.body ?? {}) as {
      systemInstruction: { parts: { text: string }[] };
      contents: { role: string; parts: { text: string }[] }[];
    };
    expect(system.parts).toEqual([{ text: expect.stringMatching(/^.{40,}$/s) }, { text: 'Be brief.' }]);
    expect(sent.map(({ role }) => role)).toEqual(['user', 'model', 'user']);
    expect(sent.at(-1)?.parts).toEqual([
      contents[2]?.parts[0],
      { text: expect.stringContaining('in Paris.') },
    ]);
  });

  it('ends before a stop sequence where there are more than Google takes', async () => {
    const stopSequences = ['so', 'b', 'c', 'd', 'e', 'f'];
    const fields = { ...off, generationConfig: { stopSequences } };
    const text = (chunks: readonly Json[]): string =>
      (chunks as { candidates: { content: { parts: Json[] } }[] }[])
        .flatMap(({ candidates }) => candidates[0]?.content.parts ?? [])
        .map((part) => (part.thought === true ? '' : (part.text ?? '')))
        .join('');
    const whole = JSON.parse(await ask(dialect, fields, GENERATE_ANSWER)) as Json;
    expect(fake.received[0]?.body.generationConfig).toEqual({});
    expect(text([whole])).toBe('It is ');
    expect(text(eventsOf(await ask(dialect, fields, GENERATE_EVENTS)))).toBe('It is ');
  });

  it('is thought about for as many tokens as the caller says, whatever efforts the model has', async () => {
    const thinkingConfig = { thinkingBudget: 0, depth: 1 };
    const newer = {
      ...dialect,
      path: '/v1beta/models/google/gemini-3-pro:generateContent',
    } as unknown as Dialect;
    const asked = { contents: [{ parts: [{ text: 'Hi' }] }], fact_check: { mode: 'off' } };
    await ask(newer, { ...asked, generationConfig: { thinkingConfig } }, GENERATE_ANSWER);
    expect(fake.received[0]?.body.generationConfig).toEqual({ thinkingConfig });
    // What the model does not take is left out, whatever else is asked for.
    const newest = {
      ...dialect,
      path: '/v1beta/models/gemini-3.8-flash:generateContent',
    } as unknown as Dialect;
    await ask(newest, { ...asked, generationConfig: { temperature: 1, topK: 5 } }, GENERATE_ANSWER);
    expect(fake.received[0]?.body.generationConfig).toEqual({});
    // An effort that the model lacks becomes the nearest.
    const level = { thinkingLevel: 'max', depth: 1 };
    await ask(newer, { ...asked, generationConfig: { thinkingConfig: level } }, GENERATE_ANSWER);
    expect(fake.received[0]?.body.generationConfig).toEqual({
      thinkingConfig: { thinkingLevel: 'HIGH', depth: 1 },
    });
  });
});
