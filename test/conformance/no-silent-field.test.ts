/**
 * Contract, section 15: every field of every caller's dialect, at every provider: what the provider is sent is another
 * request for it, or `X-Claimgate-Adjusted` names it, or a 400 does. There is no fourth outcome.
 */
import { expect, it } from 'vitest';
import { chatCompletionsFields } from '../../src/models/dialects/chat-completions/chat-schema.ts';
import { OPTIONAL_FIELDS } from '../../src/models/dialects/fields.ts';
import { generateContentFields } from '../../src/models/dialects/generate-content/generate-content-schema.ts';
import { messagesFields } from '../../src/models/dialects/messages/messages-schema.ts';
import { responsesFields } from '../../src/models/dialects/responses/responses-schema.ts';
import { PROVIDERS, WIRES } from '../harness/provider-wires.ts';
import { type Fields, openRecordingGateway } from '../harness/recording-gateway.ts';

const gateway = openRecordingGateway();

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

/** What the provider's answer ends with. */
const SAID = ' there.';

/** One use of a field. */
interface Use {
  /** As the header and errors name it. */
  readonly name: string;
  readonly fields: Fields;
  /** What it means nothing without. */
  readonly beside?: Fields;
  /** Other names that tell a caller as much. */
  readonly also?: readonly string[];
  /** What is asked for comes from every provider, asked for or not. */
  readonly always?: true;
}

const use = (name: string, value: unknown, more: Partial<Use> = {}): Use => ({
  name,
  fields: { [name]: value },
  ...more,
});
/** A member of an object. */
const member = (name: string, value: unknown, more: Partial<Use> = {}): Use => {
  const [outer, inner] = name.split('.') as [string, string];
  return { name, fields: { [outer]: { [inner]: value } }, ...more };
};

/** Fields that several of the dialects write alike. */
const COMMON: readonly Use[] = [
  use('temperature', 0.3),
  use('top_p', 0.4),
  use('top_k', 40),
  use('min_p', 0.1),
  use('repetition_penalty', 1.1),
  use('chat_template_kwargs', { enable_thinking: false }),
  use('safety_settings', [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]),
  use('a_field_of_tomorrow', { on: true }),
];

const OPENAI: readonly Use[] = [
  ...COMMON,
  use('user', 'u1'),
  ...['auto', 'default', 'flex', 'priority'].map((tier) => use('service_tier', tier)),
  use('safety_identifier', 'u2'),
  use('prompt_cache_key', 'k'),
  use('prompt_cache_retention', '24h'),
  use('prompt_cache_options', { mode: 'implicit', ttl: '1h' }),
  member('stream_options.include_obfuscation', true, { beside: { stream: true } }),
];

const chatTool = { type: 'function', function: { name: 'f', parameters: schema } };
const chatUser = (more: Fields, part: Fields = {}) => ({
  messages: [{ role: 'user', ...more, content: [{ type: 'text', text: 'Hi', ...part }] }],
});

const CHAT: readonly Use[] = [
  ...OPENAI,
  use('max_tokens', 77),
  use('max_completion_tokens', 77),
  use('stop', [SAID]),
  use('seed', 7),
  use('presence_penalty', 1),
  use('frequency_penalty', 1),
  use('response_format', { type: 'json_object' }),
  use(
    'response_format',
    { type: 'json_object', schema },
    { beside: { response_format: { type: 'json_object' } } },
  ),
  use('response_format', { type: 'json_schema', json_schema: { name: 'n', schema } }),
  ...['none', 'low', 'high'].map((effort) => use('reasoning_effort', effort)),
  use('verbosity', 'low'),
  use('metadata', { a: 'b' }),
  use('store', true),
  use('tools', [chatTool]),
  { ...use('tools', [{ type: 'web_search' }]), name: 'tools' },
  use('tool_choice', 'required', { beside: { tools: [chatTool] } }),
  use('tool_choice', { type: 'web_search' }, { beside: { tools: [chatTool, { type: 'web_search' }] } }),
  use('parallel_tool_calls', false, { beside: { tools: [chatTool] } }),
  use('functions', [chatTool.function]),
  use('function_call', { name: 'f' }, { beside: { functions: [chatTool.function] } }),
  use('n', 2),
  use('logprobs', true),
  use('top_logprobs', 2, { beside: { logprobs: true }, also: ['logprobs'] }),
  use('logit_bias', { '1': 5 }),
  use('prediction', { type: 'content', content: 'x' }),
  use('web_search_options', { search_context_size: 'low' }),
  use('modalities', ['text', 'audio']),
  use('audio', { voice: 'a', format: 'wav' }),
  use('thinking', { type: 'enabled', budget_tokens: 2_000 }),
  { name: 'name', fields: chatUser({ name: 'Ann' }), beside: chatUser({}) },
  {
    name: 'prompt_cache_breakpoint',
    fields: chatUser({}, { prompt_cache_breakpoint: { mode: 'explicit' } }),
    beside: chatUser({}),
  },
  { name: 'messages.of_tomorrow', fields: chatUser({ of_tomorrow: 1 }), beside: chatUser({}) },
  { name: 'messages.content.of_tomorrow', fields: chatUser({}, { of_tomorrow: 1 }), beside: chatUser({}) },
  {
    name: 'tools.function.of_tomorrow',
    fields: { tools: [{ ...chatTool, function: { ...chatTool.function, of_tomorrow: 1 } }] },
    beside: { tools: [chatTool] },
  },
];

const responsesTool = { type: 'function', name: 'f', parameters: schema };

const RESPONSES: readonly Use[] = [
  ...OPENAI,
  use('instructions', 'Be brief.'),
  use('max_output_tokens', 77),
  ...['none', 'low', 'high'].map((effort) => member('reasoning.effort', effort)),
  // What a provider shows of its thinking comes back in any case.
  member('reasoning.summary', 'auto', { always: true }),
  member('reasoning.generate_summary', 'auto'),
  member('reasoning.of_tomorrow', 'x'),
  member('text.format', { type: 'json_object' }),
  member('text.format', { type: 'json_schema', name: 'n', schema }),
  member('text.verbosity', 'low'),
  member('text.of_tomorrow', 'x'),
  use('tools', [responsesTool]),
  use('tools', [{ type: 'custom', name: 'g' }]),
  use('tools', [{ type: 'web_search' }]),
  use('tools', [{ type: 'file_search', vector_store_ids: ['v'] }]),
  use('tool_choice', 'required', { beside: { tools: [responsesTool] } }),
  use('tool_choice', { type: 'web_search' }, { beside: { tools: [responsesTool, { type: 'web_search' }] } }),
  use('parallel_tool_calls', false, { beside: { tools: [responsesTool] } }),
  use('top_logprobs', 2, { also: ['include'] }),
  use('include', ['message.output_text.logprobs']),
  use('include', ['file_search_call.results']),
  // What a provider needs of its thinking goes back in any case.
  use('include', ['reasoning.encrypted_content'], { always: true }),
  use('truncation', 'auto'),
  use('background', true),
  use('conversation', 'conv_1'),
  use('prompt', { id: 'pmpt_1' }),
  use('max_tool_calls', 2),
  use('moderation', { type: 'x' }),
  use('context_management', [{ type: 'compaction', compact_threshold: 1_000 }]),
  {
    name: 'input.content.of_tomorrow',
    fields: { input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi', of_tomorrow: 1 }] }] },
    beside: { input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }] },
  },
  {
    name: 'tools.of_tomorrow',
    fields: { tools: [{ ...responsesTool, of_tomorrow: 1 }] },
    beside: { tools: [responsesTool] },
  },
];

const textDocument = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Hi' } };
const messagesTool = { name: 'f', input_schema: schema };

const MESSAGES: readonly Use[] = [
  ...COMMON,
  use('system', 'Be brief.'),
  use('stop_sequences', [SAID]),
  use('max_tokens', 77),
  member('metadata.user_id', 'u'),
  member('metadata.of_tomorrow', 'u', { also: ['metadata'] }),
  ...['auto', 'standard_only'].map((tier) => use('service_tier', tier)),
  use('tools', [messagesTool]),
  use('tools', [{ type: 'web_search_20250305', name: 'web_search' }]),
  use('tools', [{ type: 'bash_20250124', name: 'bash' }]),
  use('tool_choice', { type: 'any' }, { beside: { tools: [messagesTool] } }),
  use(
    'tool_choice',
    { type: 'auto', disable_parallel_tool_use: true },
    { beside: { tools: [messagesTool], tool_choice: { type: 'auto' } } },
  ),
  ...['enabled', 'adaptive', 'disabled'].map((type) =>
    use('thinking', type === 'enabled' ? { type, budget_tokens: 2_000 } : { type }, {
      also: ['output_config.effort'],
      beside: { max_tokens: 4_000 },
    }),
  ),
  use('thinking', { type: 'adaptive', display: 'omitted' }, { also: ['output_config.effort'] }),
  member('output_config.effort', 'low'),
  member('output_config.format', { type: 'json_schema', schema }),
  member('output_config.task_budget', { type: 'tokens', total: 20_000 }),
  { name: 'output_config.format', fields: { output_format: { type: 'json_schema', schema } } },
  use('cache_control', { type: 'ephemeral' }),
  use('context_management', { edits: [{ type: 'clear_tool_uses_20250919' }] }),
  use('container', 'c_1'),
  use('mcp_servers', [{ type: 'url', url: 'https://example.org', name: 'm' }]),
  use('betas', ['files-api-2025-04-14']),
  use('inference_geo', 'us'),
  use('thread', { type: 'continue', id: 't' }),
  {
    name: 'messages.content.citations',
    fields: { messages: [{ role: 'user', content: [{ ...textDocument, citations: { enabled: true } }] }] },
    beside: { messages: [{ role: 'user', content: [textDocument] }] },
  },
  {
    name: 'tools.input_examples',
    fields: { tools: [{ ...messagesTool, input_examples: [{ a: 'b' }] }] },
    beside: { tools: [messagesTool] },
  },
  use('speed', 'fast'),
];

const config = (name: string, value: unknown, more: Partial<Use> = {}): Use =>
  member(`generationConfig.${name}`, value, more);
const thinking = (name: string, value: unknown, more: Partial<Use> = {}): Use => ({
  name: `generationConfig.thinkingConfig.${name}`,
  fields: { generationConfig: { thinkingConfig: { [name]: value } } },
  ...more,
});
const json = { responseMimeType: 'application/json' };
const googleSchema = { type: 'OBJECT', properties: { a: { type: 'STRING', nullable: true } } };
const googleTool = (more: Fields = {}) => ({
  tools: [{ functionDeclarations: [{ name: 'f', parameters: googleSchema, ...more }] }],
});
const twoFunctions = { tools: [...googleTool().tools, { functionDeclarations: [{ name: 'g' }] }] };
const calling = (functionCallingConfig: Fields) => ({ toolConfig: { functionCallingConfig } });
const PNG = { mimeType: 'image/png', data: 'iVBORw0KGgo=' };
const PDF = { mimeType: 'application/pdf', data: 'JVBERi0xLjQ=' };
const googleParts = (...parts: Fields[]) => ({ contents: [{ role: 'user', parts }] });
/** A conversation in which a function was called. */
const called = (call: Fields = {}, result: Fields = {}, said: readonly Fields[] = []) => ({
  contents: [
    { role: 'user', parts: [{ text: 'Hi' }] },
    { role: 'model', parts: [...said, { functionCall: { name: 'f', args: {}, ...call } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'x' }, ...result } }] },
  ],
  ...googleTool(),
});
/** A use of a member somewhere in a conversation. */
const inside = (name: string, fields: Fields, beside: Fields, more: Partial<Use> = {}): Use => ({
  ...{ name, fields, beside },
  ...more,
});

const GENERATE: readonly Use[] = [
  use('a_field_of_tomorrow', { on: true }),
  use('systemInstruction', { parts: [{ text: 'Be brief.' }] }),
  inside(
    'systemInstruction.parts.of_tomorrow',
    { systemInstruction: { parts: [{ text: 'Be brief.', of_tomorrow: 1 }] } },
    { systemInstruction: { parts: [{ text: 'Be brief.' }] } },
  ),
  config('temperature', 0.3),
  config('topP', 0.4),
  config('topK', 40),
  config('maxOutputTokens', 77),
  config('stopSequences', [SAID]),
  config('seed', 7),
  config('presencePenalty', 1),
  config('frequencyPenalty', 1),
  config('candidateCount', 2),
  config('responseMimeType', 'application/json', { also: ['generationConfig.responseSchema'] }),
  config('responseMimeType', 'text/x.enum'),
  config('responseSchema', googleSchema, { beside: { generationConfig: json } }),
  config('responseJsonSchema', schema, { beside: { generationConfig: json } }),
  config('responseModalities', ['TEXT', 'IMAGE']),
  config('responseLogprobs', true),
  config('logprobs', 2, { also: ['generationConfig.responseLogprobs'] }),
  config('mediaResolution', 'MEDIA_RESOLUTION_HIGH'),
  config('speechConfig', { languageCode: 'en-US' }),
  ...['LOW', 'HIGH', 'OF_TOMORROW'].map((level) => thinking('thinkingLevel', level)),
  ...[0, 2_000].map((budget) => thinking('thinkingBudget', budget)),
  // What a provider shows of its thinking comes back in any case.
  thinking('includeThoughts', true, { always: true }),
  thinking('of_tomorrow', 1),
  use('tools', googleTool().tools),
  use('tools', [{ googleSearch: {} }]),
  ...['behavior', 'response'].map((name) =>
    inside(`tools.functionDeclarations.${name}`, googleTool({ [name]: {} }), googleTool()),
  ),
  inside('toolConfig.functionCallingConfig', { ...googleTool(), ...calling({ mode: 'ANY' }) }, googleTool()),
  inside(
    'toolConfig.functionCallingConfig.mode',
    { ...googleTool(), ...calling({ mode: 'VALIDATED' }) },
    { ...googleTool(), ...calling({ mode: 'AUTO' }) },
  ),
  inside(
    'toolConfig.functionCallingConfig.allowedFunctionNames',
    { ...twoFunctions, ...calling({ mode: 'ANY', allowedFunctionNames: ['f'] }) },
    { ...twoFunctions, ...calling({ mode: 'ANY' }) },
  ),
  inside(
    'toolConfig.functionCallingConfig.of_tomorrow',
    { ...googleTool(), ...calling({ mode: 'AUTO', of_tomorrow: 1 }) },
    { ...googleTool(), ...calling({ mode: 'AUTO' }) },
  ),
  inside('toolConfig.functionCallingConfig', calling({ mode: 'ANY' }), {}),
  member('toolConfig.retrievalConfig', { languageCode: 'en' }),
  use('safetySettings', [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]),
  use('cachedContent', 'cachedContents/x'),
  use('labels', { a: 'b' }),
  inside('contents.of_tomorrow', { contents: [{ parts: [{ text: 'Hi' }], of_tomorrow: 1 }] }, {}),
  inside('contents.parts.of_tomorrow', googleParts({ text: 'Hi', of_tomorrow: 1 }), {}),
  inside(
    'contents.parts.videoMetadata',
    googleParts({ inlineData: PNG, videoMetadata: { fps: 2 } }),
    googleParts({ inlineData: PNG }),
    { also: ['contents.0.parts.0'] },
  ),
  ...[PNG, PDF].map((data) =>
    inside(
      'contents.parts.inlineData.displayName',
      googleParts({ inlineData: { ...data, displayName: 'a' } }),
      googleParts({ inlineData: data }),
      { also: ['contents.0.parts.0', 'filename'] },
    ),
  ),
  inside('executableCode', googleParts({ text: 'Hi' }, { executableCode: { code: '1' } }), {}),
  inside(
    'fileData',
    googleParts({ fileData: { fileUri: 'https://generativelanguage.googleapis.com/f' } }),
    {},
  ),
  inside('text', googleParts({ text: 'Hi', inlineData: PNG }), {}),
  inside('contents.parts.functionCall.of_tomorrow', called({ of_tomorrow: 1 }), called()),
  inside('contents.parts.functionResponse.willContinue', called({}, { willContinue: true }), called()),
  inside('functionResponse.parts', called({}, { parts: [{ inlineData: PNG }] }), called(), {
    also: ['contents.2.parts.0'],
  }),
  inside('thought', called({}, {}, [{ text: 'Hm.', thought: true }]), called()),
  inside(
    'thoughtSignature',
    called({}, {}, [{ text: 'Hm.', thoughtSignature: 'c2ln' }]),
    called({}, {}, [{ text: 'Hm.' }]),
  ),
];

interface Caller {
  readonly path: string | ((model: string) => string);
  readonly uses: readonly Use[];
  readonly base: Fields;
  readonly known: readonly string[];
  /** What the gateway does itself, whoever answers. */
  readonly own: readonly string[];
}

const asked = [{ role: 'user', content: 'Hi' }];
const CALLERS: Readonly<Record<string, Caller>> = {
  'Chat Completions': {
    path: '/v1/chat/completions',
    uses: CHAT,
    base: { messages: asked },
    // What stands in messages counts as a field here.
    known: [...Object.keys(chatCompletionsFields), ...OPTIONAL_FIELDS],
    own: ['messages', 'stream'],
  },
  Responses: {
    path: '/v1/responses',
    uses: RESPONSES,
    base: { input: asked },
    known: Object.keys(responsesFields),
    // What is kept, the gateway keeps; metadata is repeated.
    own: ['input', 'stream', 'store', 'previous_response_id', 'metadata'],
  },
  Messages: {
    path: '/v1/messages',
    uses: MESSAGES,
    base: { messages: asked, max_tokens: 99 },
    known: Object.keys(messagesFields),
    own: ['messages', 'stream'],
  },
  generateContent: {
    path: (model) => `/v1beta/models/${model}:generateContent`,
    uses: GENERATE,
    base: { contents: [{ parts: [{ text: 'Hi' }] }] },
    known: Object.keys(generateContentFields),
    // The path has the model.
    own: ['contents', 'model'],
  },
};

/** Each provider's listed model, and models of other generations, which take other fields. */
const MODELS: readonly string[] = [
  ...PROVIDERS.map((provider) => WIRES[provider].model),
  ...['openai/gpt-4.1-mini', 'openai/gpt-5', 'anthropic/claude-sonnet-4-5', 'anthropic/claude-opus-4-6'],
  ...['anthropic/claude-opus-5-5', 'google/gemini-2.5-flash', 'xai/grok-3'],
];

/** Sends a request, and gives what became of it. */
async function send({ path, base }: Caller, model: string, fields: Fields) {
  const before = gateway.received().length;
  const response = await gateway.post(
    typeof path === 'string' ? path : path(model),
    { model, task: 'none', ...base, ...fields },
    { authorization: 'Bearer sk-test', 'x-api-key': 'sk-test' },
  );
  const text = await response.text();
  const request = gateway.received()[before];
  return {
    status: response.status,
    text,
    adjusted: response.headers.get('x-claimgate-adjusted')?.split(', ') ?? [],
    sent: request && { url: request.url, body: request.body, beta: request.headers['anthropic-beta'] },
  };
}

/** Whether a text names a field: itself, a member of it, or what it is a member of. */
function names(text: string, { name, also = [] }: Use): boolean {
  const named = text.split('=')[0]!;
  return [name, ...also].some(
    (one) => named === one || named.startsWith(`${one}.`) || one.startsWith(`${named}.`),
  );
}

async function outcomeOf(caller: Caller, model: string, one: Use): Promise<string> {
  const asking = await send(caller, model, { ...one.beside, ...one.fields });
  if (asking.status === 400 || asking.status === 404) {
    const { error } = JSON.parse(asking.text) as { error: { param?: string; message: string } };
    const field = error.param ?? error.message;
    const isNamed = [one.name, ...(one.also ?? [])].some((name) => error.message.includes(name));
    return names(field, one) || isNamed ? '400' : `400 without its name: ${field}`;
  }
  if (asking.status !== 200) return `${asking.status}: ${asking.text}`;
  const without = await send(caller, model, one.beside ?? {});
  const said = asking.adjusted.filter((value) => !without.adjusted.includes(value));
  if (said.some((value) => names(value, one))) return 'named';
  if (JSON.stringify(asking.sent) !== JSON.stringify(without.sent)) return 'restated';
  if (without.text.includes(SAID) && !asking.text.includes(SAID)) return 'done by the gateway';
  return one.always ? 'always' : 'nothing';
}

const CELLS = Object.entries(CALLERS).flatMap(([dialect, caller]) =>
  MODELS.map((model) => [dialect, model, caller] as const),
);

it.each(CELLS)('%s: no field is lost without a word at %s', async (_dialect, model, caller) => {
  const lost: string[] = [];
  for (const one of caller.uses) {
    const outcome = await outcomeOf(caller, model, one);
    if (!['400', 'named', 'restated', 'done by the gateway', 'always'].includes(outcome))
      lost.push(`${one.name} ${JSON.stringify(one.fields)}: ${outcome}`);
  }
  expect(lost, 'read-…-request.ts does not read it, or fields.ts has no rule for it').toEqual([]);
});

it.each(Object.entries(CALLERS))('%s: every field that is known is asked for', (_dialect, caller) => {
  const used = new Set(caller.uses.flatMap(({ name, fields }) => [name, ...Object.keys(fields)]));
  expect(
    caller.known.filter((name) => !used.has(name) && !caller.own.includes(name)),
    'to be used above, once for each of its values that is treated differently',
  ).toEqual([]);
});

const sonnet = 'anthropic/claude-sonnet-4-5';
const flash = 'google/gemini-2.5-flash';
const harm = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }];
const openModel = {
  top_k: 40,
  min_p: 0.1,
  repetition_penalty: 1.1,
  chat_template_kwargs: { enable_thinking: false },
};
const jsonOfSchema = { type: 'json_object', schema };

it.each<[string, string, Fields, Fields]>([
  ['Messages', flash, { top_k: 40 }, { generationConfig: { topK: 40 } }],
  ['Messages', WIRES.together.model, { top_k: 40 }, { top_k: 40 }],
  ['Chat Completions', sonnet, { top_k: 40 }, { top_k: 40 }],
  ['Chat Completions', flash, { top_k: 40 }, { generationConfig: { topK: 40 } }],
  ['Chat Completions', flash, { safety_settings: harm }, { safetySettings: harm }],
  // Marks that are left out take nothing with them.
  [
    'Chat Completions',
    flash,
    { top_k: 40, ...chatUser({}, { prompt_cache_breakpoint: { mode: 'explicit' } }) },
    { generationConfig: { topK: 40 } },
  ],
  ['Responses', WIRES.together.model, openModel, openModel],
  [
    'Chat Completions',
    'anthropic/claude-opus-4-6',
    { thinking: { type: 'enabled', budget_tokens: 2_000 } },
    { output_config: { effort: 'medium' } },
  ],
  [
    'Chat Completions',
    flash,
    { response_format: jsonOfSchema },
    { generationConfig: { responseJsonSchema: schema } },
  ],
  [
    'Chat Completions',
    WIRES.together.model,
    { response_format: jsonOfSchema },
    { response_format: jsonOfSchema },
  ],
  [
    'Responses',
    WIRES.together.model,
    { text: { format: jsonOfSchema } },
    { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } },
  ],
  ['Responses', WIRES.openai.model, { prompt: { id: 'pmpt_1' } }, { prompt: { id: 'pmpt_1' } }],
  ['generateContent', sonnet, { generationConfig: { topK: 40 } }, { top_k: 40 }],
  ['generateContent', WIRES.together.model, { generation_config: { top_k: 40 } }, { top_k: 40 }],
  [
    'generateContent',
    'openai/gpt-4.1-mini',
    { generationConfig: { responseLogprobs: true, logprobs: 2 } },
    { logprobs: true, top_logprobs: 2 },
  ],
  [
    'generateContent',
    WIRES.openai.model,
    googleParts({ inlineData: { ...PDF, displayName: 'a.pdf' } }),
    { messages: [{ content: [{ type: 'file', file: { filename: 'a.pdf' } }] }] },
  ],
  [
    'generateContent',
    'openai/gpt-4.1-mini',
    called({}, { parts: [{ inlineData: PNG }] }),
    { messages: [{}, {}, { role: 'tool' }, { role: 'user', content: [{ type: 'image_url' }] }] },
  ],
  // A level is restated for models that have budgets.
  [
    'generateContent',
    flash,
    { generationConfig: { thinkingConfig: { thinkingLevel: 'low', includeThoughts: true } } },
    { generationConfig: { thinkingConfig: { thinkingBudget: 1_024, includeThoughts: true } } },
  ],
])('%s: at %s, %j is %j', async (dialect, model, fields, expected) => {
  const { status, sent } = await send(CALLERS[dialect]!, model, fields);
  expect([status, sent?.body]).toMatchObject([200, expected]);
});

it.each<[string, string, Fields, string]>([
  ['Messages', WIRES.google.model, { top_k: 40 }, 'top_k=ignored'],
  ['Chat Completions', WIRES.anthropic.model, { top_k: 'many', min_p: 0.1 }, 'min_p=ignored, top_k=ignored'],
  [
    'Messages',
    WIRES.openai.model,
    { output_config: { task_budget: {} } },
    'output_config.task_budget=ignored',
  ],
  [
    'Responses',
    WIRES.google.model,
    { include: ['file_search_call.results'] },
    'include=file_search_call.results:ignored',
  ],
  [
    'generateContent',
    WIRES.openai.model,
    { tools: [{ codeExecution: {} }], generationConfig: { speech_config: {}, thinkingConfig: { depth: 1 } } },
    'generationConfig.speech_config=ignored, generationConfig.thinkingConfig.depth=ignored, tools=codeExecution:ignored',
  ],
  // A name may be any text, a key too.
  [
    'generateContent',
    WIRES.openai.model,
    { generationConfig: { 'sk-proj-0123456789': 1 }, tools: [{ 'sk-proj-0123456789': {} }] },
    'generationConfig=ignored, tools=another type:ignored',
  ],
  [
    'generateContent',
    WIRES.google.model,
    { generationConfig: { topK: 40 } },
    'generationConfig.topK=ignored',
  ],
])('%s: at %s, %j is said to be ignored', async (dialect, model, fields, expected) => {
  const { adjusted } = await send(CALLERS[dialect]!, model, fields);
  expect(adjusted.toSorted().join(', ')).toBe(expected);
});

it('features of the Messages API are named where another API answers', async () => {
  const asking = (model: string) =>
    gateway.post(
      '/v1/messages',
      { model, messages: asked, max_tokens: 99, task: 'none' },
      { 'x-api-key': 'sk-test', 'anthropic-beta': 'files-api-2025-04-14' },
    );
  expect((await asking(WIRES.openai.model)).headers.get('x-claimgate-adjusted')).toBe(
    'anthropic-beta=ignored',
  );
  expect((await asking(WIRES.anthropic.model)).headers.get('x-claimgate-adjusted')).toBeNull();
});
