/** One table says what becomes of each request field: the adapters do it, and the docs repeat it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import type { Capabilities, Model } from '../../src/domain/catalogue.ts';
import { type ChatRequest, textMessage } from '../../src/domain/chat.ts';
import { GatewayError } from '../../src/domain/errors.ts';
import type { Dialect } from '../../src/models/dialects/dialect.ts';
import {
  FIELD_RULES,
  isBorrowed,
  type Lacking,
  OPTIONAL_FIELDS,
  type OptionalField,
} from '../../src/models/dialects/fields.ts';
import { joinPieces } from '../../src/models/dialects/join-pieces-in-tests.ts';
import { adjustedInMessagesWords } from '../../src/models/dialects/messages/in-messages-words.ts';
import { messagesFields } from '../../src/models/dialects/messages/messages-schema.ts';
import { adjustedInResponsesWords } from '../../src/models/dialects/responses/in-responses-words.ts';
import { responsesFields } from '../../src/models/dialects/responses/responses-schema.ts';
import type { withResponses } from '../../src/models/dialects/responses/with-responses.ts';
import { OPERATOR } from '../../src/models/providers/registry.ts';
import { readShippedCatalogue } from './read-fixtures.ts';
import { SPOKEN } from './spoken-dialects.ts';

const key = ApiKey.parse('sk-fields')!;

const ASKED: Readonly<Record<OptionalField, Partial<ChatRequest>>> = {
  temperature: { temperature: 0.5 },
  top_p: { topP: 0.5 },
  max_tokens: { maxTokens: 50 },
  stop: { stop: ['END'] },
  seed: { seed: 7 },
  presence_penalty: { presencePenalty: 1 },
  frequency_penalty: { frequencyPenalty: 1 },
  response_format: { responseFormat: { type: 'json_schema', name: 'n', schema: { type: 'object' } } },
  reasoning_effort: { reasoningEffort: 'low' },
  user: { user: 'user-17' },
  verbosity: { verbosity: 'low' },
  tools: { tools: [{ name: 'now' }] },
  tool_choice: { tools: [{ name: 'now' }], toolChoice: { type: 'required' } },
  parallel_tool_calls: { tools: [{ name: 'now' }], parallelToolCalls: false },
  name: { messages: [{ ...textMessage('user', 'Hello'), name: 'Ann' }] },
  safety_identifier: { safetyIdentifier: 'user-17' },
  service_tier: { serviceTier: 'default' },
  metadata: { metadata: { purpose: 'test' } },
  store: { store: true },
  prompt_cache_key: { promptCacheKey: 'key' },
  prompt_cache_retention: { promptCacheRetention: '24h' },
  prompt_cache_breakpoint: {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache: {} }] }],
  },
  prompt_cache_options: { promptCacheOptions: { mode: 'implicit' } },
  n: { choices: 2 },
  logprobs: { logprobs: true },
  top_logprobs: { logprobs: true, topLogprobs: 2 },
  logit_bias: { logitBias: { '50256': -100 } },
  prediction: { prediction: { type: 'content', content: 'Hello' } },
  web_search_options: { webSearchOptions: {} },
  top_k: { topK: 40 },
  min_p: { minP: 0.1 },
  repetition_penalty: { repetitionPenalty: 1.1 },
  chat_template_kwargs: { templateArguments: { enable_thinking: false } },
  safety_settings: { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }] },
};

/** A model that takes all that its dialect has. */
function ableModel(dialect: Dialect, changes: Partial<Capabilities> = {}): Model {
  return {
    id: 'able',
    provider: dialect.key,
    wireId: 'able',
    name: 'Able',
    description: 'Takes everything',
    tier: 'basic',
    capabilities: {
      ...dialect.capabilitiesOf('able'),
      temperature: 'full',
      topP: 'full',
      temperatureWithTopP: true,
      stop: true,
      penalties: true,
      seed: true,
      responseFormat: 'json_schema',
      reasoningEffort: true,
      verbosity: true,
      tools: true,
      forcedTools: true,
      choices: true,
      logprobs: true,
      logitBias: true,
      cacheMarks: dialect.fields.prompt_cache_breakpoint.length > 0,
      webSearchOptions: true,
      ...changes,
    },
  };
}

/** What is sent, and what is said of the rest. */
function send(dialect: Dialect, fields: Partial<ChatRequest>, model = ableModel(dialect)) {
  const asked: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
  const { request, ...said } = dialect.adapter.toRequest(asked, model, key);
  return { body: JSON.parse(joinPieces(request.body)), ...said };
}

function errorOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

function at(body: unknown, place: string): unknown {
  return place
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], body);
}

type Treatment = 'passed' | 'translated' | Lacking;

/** A search that a provider does not make in chat completions, it makes in the Responses API: there it is asked. */
function placesOf(dialect: Dialect, field: OptionalField): readonly string[] {
  const places = dialect.fields[field];
  const { responsesFields } = dialect as Partial<ReturnType<typeof withResponses>>;
  return field === 'web_search_options' && places.length === 0 ? (responsesFields?.[field] ?? []) : places;
}

/** What becomes of a field at a provider, for a model that takes all that the provider has. */
function treatmentOf(dialect: Dialect, field: OptionalField): Treatment {
  const [place] = placesOf(dialect, field);
  if (place === undefined) return FIELD_RULES[field].lacking;
  return place === field || place === `messages.0.${field}` ? 'passed' : 'translated';
}

/** Tools are asked for beside the fields that mean nothing without them. */
function beside(field: OptionalField): Partial<ChatRequest> {
  const { tools, logprobs } = ASKED[field];
  if (field === 'tools' || field === 'logprobs') return {};
  return { ...(tools === undefined ? {} : { tools }), ...(logprobs === undefined ? {} : { logprobs }) };
}

const CELLS = SPOKEN.flatMap((dialect) =>
  OPTIONAL_FIELDS.map((field) => [dialect.key, field, treatmentOf(dialect, field), dialect] as const),
);

it.each(CELLS)('%s: %s is %s', (_key, field, treatment, dialect) => {
  if (treatment === 'refused') {
    const error = errorOf(() => send(dialect, ASKED[field]));
    expect(error).toBeInstanceOf(GatewayError);
    // The one means nothing without the other, which is refused first.
    const named = field === 'top_logprobs' ? 'logprobs' : field;
    expect(error).toMatchObject({ code: 'unsupported', status: 400, param: named });
    expect((error as GatewayError).message).toContain(`${named} is not supported by`);
    return;
  }
  const sent = send(dialect, ASKED[field]);
  const without = send(dialect, beside(field));
  switch (treatment) {
    case 'passed':
    case 'translated':
      expect(
        placesOf(dialect, field).filter((place) => at(sent.body, place) !== undefined),
        `to-request.ts writes ${field} at none of: ${placesOf(dialect, field).join(', ')}`,
      ).not.toEqual([]);
      expect(sent.body).not.toEqual(without.body);
      expect(sent.adjusted.filter((value) => value.startsWith(`${field}=`))).toEqual([]);
      break;
    case 'ignored':
      expect(sent.body).toEqual(without.body);
      expect(sent.adjusted).toContain(`${field}=ignored`);
      break;
    case 'gateway':
      expect(sent.body).toEqual(without.body);
      expect(sent.stop).toEqual(ASKED.stop.stop);
  }
});

describe.each(SPOKEN)('a model of $key that takes less', (dialect) => {
  const lacking = (field: OptionalField, changes: Partial<Capabilities>) =>
    send(dialect, ASKED[field], ableModel(dialect, changes));

  it.each([
    ['seed', { seed: false }],
    ['presence_penalty', { penalties: false }],
    ['frequency_penalty', { penalties: false }],
    ['reasoning_effort', { reasoningEffort: false }],
    ['verbosity', { verbosity: false }],
  ] as [OptionalField, Partial<Capabilities>][])(
    'is not sent %s, and the answer says so',
    (field, changes) => {
      const { body, adjusted } = lacking(field, changes);
      expect(body).toEqual(send(dialect, {}, ableModel(dialect, changes)).body);
      expect(adjusted).toContain(`${field}=ignored`);
    },
  );

  it('has its answer ended by the gateway', () => {
    expect(lacking('stop', { stop: false })).toMatchObject({ stop: ['END'] });
  });

  it('gets the nearest effort that it has', () => {
    const { adjusted } = lacking('reasoning_effort', { efforts: { high: 'high', none: 'none' } });
    expect(adjusted).toContain('reasoning_effort=high');
  });

  it.each([
    ['response_format', { responseFormat: 'none' }],
    ['response_format', { responseFormat: 'json_object' }],
    ['tools', { tools: false }],
    ['n', { choices: false }],
    ['logprobs', { logprobs: false }],
    ['logit_bias', { logitBias: false }],
    ['web_search_options', { webSearchOptions: false }],
  ] as [OptionalField, Partial<Capabilities>][])('is not asked for %s', (field, changes) => {
    // Which models search is said of chat completions alone.
    if (field === 'web_search_options' && 'responsesFields' in dialect) {
      expect(lacking(field, changes).body.tools).toEqual([{ type: 'web_search' }]);
      return;
    }
    expect(errorOf(() => lacking(field, changes))).toMatchObject({ code: 'unsupported', param: field });
  });
});

const listed = [...readShippedCatalogue().models.values()].filter((model) => model.provider !== 'local');

/** Whether a model of the provider's that is listed takes less of a field than the provider has. */
function isLacking(can: Capabilities, field: OptionalField): boolean {
  if (field === 'temperature') return can.temperature !== 'full';
  if (field === 'top_p') return can.topP !== 'full';
  if (field === 'top_k') return can.temperature === 'none';
  const { capability } = FIELD_RULES[field];
  return capability !== undefined && [false, 'none'].includes(can[capability] as boolean | string);
}

const WORDS: Readonly<Record<Lacking, string>> = {
  gateway: 'done by the gateway',
  ignored: 'left out',
  refused: '400',
};

/** A provider that has two APIs is two dialects. */
const providerOf = ({ key }: Dialect): string => key.replace(/-responses$/, '');

function fieldCell(dialect: Dialect, field: OptionalField): string {
  const places = placesOf(dialect, field);
  if (places.length === 0) return WORDS[FIELD_RULES[field].lacking];
  const some = listed.some(
    (model) => model.provider === providerOf(dialect) && isLacking(model.capabilities, field),
  );
  const where =
    treatmentOf(dialect, field) === 'passed' ? 'passed' : places.map((place) => `\`${place}\``).join(' or ');
  return where + (some ? ' *' : '');
}

function fieldTable(): string {
  const head = ['field', ...SPOKEN.map((dialect) => (dialect === OPERATOR ? 'Your own' : dialect.name))];
  const rows = OPTIONAL_FIELDS.map((field) => [
    `\`${field}\``,
    ...SPOKEN.map((dialect) => fieldCell(dialect, field)),
  ]);
  return toTable([head, ...rows]);
}

const ELSEWHERE: readonly [name: string, fields: object, rename: (words: string[]) => readonly string[]][] = [
  ['Messages field', messagesFields, adjustedInMessagesWords],
  ['Responses field', responsesFields, adjustedInResponsesWords],
];

/** What a caller of another API calls a field; `–` where the API has none. */
function nameElsewhere(field: OptionalField, fields: object, rename: (words: string[]) => readonly string[]) {
  const [name = field] = rename([field]);
  const isKnown = Object.hasOwn(fields, name.split('.')[0]!) || isBorrowed(field);
  return isKnown ? `\`${name}\`` : '–';
}

function nameTable(): string {
  const head = ['field', ...ELSEWHERE.map(([title]) => title)];
  // Marks and names stand in messages and parts.
  const rows = OPTIONAL_FIELDS.filter((field) => FIELD_RULES[field].key !== undefined).map((field) => [
    `\`${field}\``,
    ...ELSEWHERE.map(([, fields, rename]) => nameElsewhere(field, fields, rename)),
  ]);
  const shared = rows.filter(([, ...names]) => names.some((name) => name !== '–'));
  return toTable([head, ...shared]);
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}

function modelTable(): string {
  const head = [
    'model',
    'tier',
    'temperature, top_p',
    'ends with assistant',
    'stop',
    'seed',
    'penalties',
    'reasoning_effort',
    'tools',
    'parts',
    'n',
    'logprobs',
  ];
  const rows = listed.map(({ id, tier, capabilities: can }) => [
    `\`${id}\``,
    tier,
    can.temperature === 'none' ? (can.samplingWithoutReasoning ? 'with effort `none`' : 'no') : 'yes',
    yes(can.assistantLast),
    can.stop ? 'yes' : 'gateway',
    yes(can.seed),
    yes(can.penalties),
    can.efforts === undefined ? 'as asked' : Object.keys(can.efforts).join(', '),
    can.tools ? (can.toolsWithReasoning ? 'yes' : 'with effort `none`') : 'no',
    can.inputs.join(', ') || 'text',
    yes(can.choices),
    yes(can.logprobs),
  ]);
  return toTable([head, ...rows]);
}

function toTable([head, ...rows]: string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head!), line(head!.map(() => '---')), ...rows.map(line)].join('\n');
}

const DOCS = path.join(import.meta.dirname, '../../docs/parameters.md');

/** `CLAIMGATE_WRITE_DOCS=1` writes the tables anew. */
describe('docs/parameters.md', () => {
  it.each([
    ['what becomes of each field', 'fields', fieldTable],
    ['what the other two APIs call each field', 'names', nameTable],
    ['what each listed model takes', 'models', modelTable],
  ])('says %s', (_what, name, table) => {
    const docs = readFileSync(DOCS, 'utf8');
    const place = new RegExp(`(?<=<!-- ${name} -->\\n\\n)[^]*?(?=\\n\\n<!-- /${name} -->)`);
    if (process.env.CLAIMGATE_WRITE_DOCS === '1')
      writeFileSync(
        DOCS,
        docs.replace(place, () => table()),
      );
    else expect(place.exec(docs)?.[0]).toBe(table());
  });
});
