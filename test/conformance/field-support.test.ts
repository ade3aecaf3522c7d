/** One table says what becomes of each request field: the adapters do it, and the docs repeat it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import { type ChatRequest, textMessage } from '../../src/domain/chat.ts';
import { GatewayError } from '../../src/errors.ts';
import type { Capabilities, Model } from '../../src/providers/catalogue.ts';
import { OPTIONAL_FIELDS, type OptionalField } from '../../src/providers/fields.ts';
import type { Dialect } from '../../src/providers/provider.ts';
import { DIALECTS, OPERATOR } from '../../src/providers/registry.ts';
import { joinPieces } from '../../src/providers/write-json.ts';
import { readShippedCatalogue } from './read-fixtures.ts';

const key = ApiKey.parse('sk-fields')!;

const ASKED: Readonly<Record<OptionalField, Partial<ChatRequest>>> = {
  temperature: { temperature: 0.5 },
  top_p: { topP: 0.5 },
  max_tokens: { maxTokens: 5 },
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
  store: { store: false },
  prompt_cache_key: { promptCacheKey: 'key' },
  prompt_cache_retention: { promptCacheRetention: '24h' },
  n: { choices: 2 },
  logprobs: { logprobs: true },
  top_logprobs: { logprobs: true, topLogprobs: 2 },
  logit_bias: { logitBias: { '50256': -100 } },
  prediction: { prediction: { type: 'content', content: 'Hello' } },
  web_search_options: { webSearchOptions: {} },
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
      ...changes,
    },
  };
}

function send(dialect: Dialect, fields: Partial<ChatRequest>, model = ableModel(dialect)): unknown {
  const request: ChatRequest = { messages: [textMessage('user', 'Hello')], stream: false, ...fields };
  return JSON.parse(joinPieces(dialect.adapter.toRequest(request, model, key).request.body));
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

describe.each(DIALECTS)('$key', (dialect) => {
  it.each(OPTIONAL_FIELDS)('serves %s as the table says', (field) => {
    const places = dialect.fields[field];
    if (places.length > 0) {
      const body = send(dialect, ASKED[field]);
      expect(places.filter((place) => at(body, place) !== undefined)).not.toEqual([]);
    } else if (field === 'user') {
      expect(send(dialect, ASKED.user)).toEqual(send(dialect, {}));
    } else {
      const error = errorOf(() => send(dialect, ASKED[field]));
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).toMatchObject({ code: 'unsupported', status: 400, param: field });
      expect((error as GatewayError).message).toContain(`${field} is not supported by`);
    }
  });

  it.each([
    ['stop', { stop: false }],
    ['seed', { seed: false }],
    ['presence_penalty', { penalties: false }],
    ['frequency_penalty', { penalties: false }],
    ['response_format', { responseFormat: 'none' }],
    ['response_format', { responseFormat: 'json_object' }],
    ['reasoning_effort', { reasoningEffort: false }],
    ['reasoning_effort', { efforts: { high: 'high' } }],
  ] as [OptionalField, Partial<Capabilities>][])('refuses %s where the model has %j', (field, changes) => {
    const error = errorOf(() => send(dialect, ASKED[field], ableModel(dialect, changes)));
    expect(error).toMatchObject({ code: 'unsupported', param: field });
  });
});

const listed = [...readShippedCatalogue().models.values()].filter((model) => model.provider !== 'local');

/** Whether a model of the provider's that is listed takes less of a field than the provider has. */
function isLacking(can: Capabilities, field: OptionalField): boolean {
  switch (field) {
    case 'temperature':
      return can.temperature !== 'full';
    case 'top_p':
      return can.topP !== 'full';
    case 'stop':
      return !can.stop;
    case 'seed':
      return !can.seed;
    case 'presence_penalty':
    case 'frequency_penalty':
      return !can.penalties;
    default:
      return false;
  }
}

function fieldCell(dialect: Dialect, field: OptionalField): string {
  const places = dialect.fields[field];
  if (places.length === 0) return field === 'user' ? 'left out' : '400';
  const some = listed.some((model) => model.provider === dialect.key && isLacking(model.capabilities, field));
  return places.map((place) => `\`${place}\``).join(' or ') + (some ? ' *' : '');
}

function fieldTable(): string {
  const head = ['field', ...DIALECTS.map((dialect) => (dialect === OPERATOR ? 'Your own' : dialect.name))];
  const rows = OPTIONAL_FIELDS.map((field) => [
    `\`${field}\``,
    ...DIALECTS.map((dialect) => fieldCell(dialect, field)),
  ]);
  return toTable([head, ...rows]);
}

function yes(value: boolean): string {
  return value ? 'yes' : '400';
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
  ];
  const rows = listed.map(({ id, tier, capabilities: can }) => [
    `\`${id}\``,
    tier,
    can.temperature === 'none'
      ? can.samplingWithoutReasoning
        ? 'with effort `none`'
        : 'ignored'
      : 'as asked',
    yes(can.assistantLast),
    yes(can.stop),
    yes(can.seed),
    yes(can.penalties),
    can.efforts === undefined ? 'as asked' : Object.keys(can.efforts).join(', '),
  ]);
  return toTable([head, ...rows]);
}

function toTable([head, ...rows]: string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head!), line(head!.map(() => '---')), ...rows.map(line)].join('\n');
}

describe('docs/providers.md', () => {
  const docs = readFileSync(path.join(import.meta.dirname, '../../docs/providers.md'), 'utf8');

  it('repeats the table of fields', () => {
    expect(docs).toContain(fieldTable());
  });

  it('repeats what each listed model takes', () => {
    expect(docs).toContain(modelTable());
  });
});
