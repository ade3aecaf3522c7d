/** /openapi.json has everything that the contract has, and /docs asks nobody else for anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import own from '../../package.json' with { type: 'json' };
import { lintReference } from '../harness/lint-reference.ts';
import { readJson } from '../harness/read-answer.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly examples?: readonly object[];
}
interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
      }
    >
  >;
}
interface Reference {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: object;
  };
}

let gateway: Gateway;
let reference: Reference;
beforeAll(async () => {
  gateway = await startGateway();
  reference = await readJson<Reference>(await fetch(`${gateway.url}/openapi.json`));
});
afterAll(() => gateway.stop());

const schema = (name: string): Schema => {
  const found = reference.components.schemas[name];
  if (found === undefined) throw new Error(`no schema ${name}`);
  return found;
};
const fields = (name: string): string[] => Object.keys(schema(name).properties ?? {}).sort();

describe('/openapi.json', () => {
  it('is OpenAPI 3.1, with the version of the package', async () => {
    const response = await fetch(`${gateway.url}/openapi.json`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reference.openapi).toMatch(/^3\.1\./);
    expect(reference.info.version).toBe(own.version);
  });

  it('is without fault to a linter', async () => {
    const off = [
      // Health, readiness and metrics refuse nobody.
      'operation-4xx-response',
      // A list of one kind of part, and `modalities`, whose neutral values alone are taken.
      'no-illogical-composition-keywords',
      // Looked at below.
      'no-unused-components',
    ];
    expect(await lintReference(reference, off)).toEqual([]);
  });

  it('refers to every schema but the one of streamed events, which the text names', () => {
    const text = JSON.stringify(reference);
    const unused = Object.keys(reference.components.schemas).filter(
      (name) => !text.includes(`"$ref":"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual(['ChatCompletionChunk']);
  });

  it.each([
    ['/v1/chat/completions', 'ChatCompletion'],
    ['/chat', 'ChatResponse'],
  ])('has one type for the answer of %s, so that a generated client has it too', (path, name) => {
    expect(reference.paths[path]?.post?.responses['200']?.content).toEqual({
      'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
    });
  });

  it.each([
    ['/v1/claims', 'ClaimCheck'],
    ['/v1/responses', 'Response'],
  ])('has the type of the answer of %s, whole and streamed', (path, name) => {
    expect(reference.paths[path]?.post?.responses['200']?.content).toEqual({
      'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
      'text/event-stream': { schema: { type: 'string', description: expect.stringMatching(/^(Open|E)/) } },
    });
  });

  it('has types for tools and parts', () => {
    const request = schema('ChatCompletionsRequest').properties as Record<string, object>;
    expect(JSON.stringify(request.tools)).toContain('"anyOf":[{"$ref":"#/components/schemas/Tool"}]');
    expect(JSON.stringify(schema('UserMessage'))).toContain('"$ref":"#/components/schemas/ImagePart"');
    expect(schema('UserMessage').required).toEqual(['role', 'content']);
    expect(JSON.stringify(schema('ChatCompletion'))).toContain('"$ref":"#/components/schemas/ToolCallMade"');
  });

  it.each([
    ['/v1/chat/completions', 'ChatCompletionsRequest', 'ChatCompletion'],
    ['/chat', 'ChatRequest', 'ChatResponse'],
    ['/v1/claims', 'ClaimsRequest', 'ClaimCheck'],
  ])(
    'has an example for %s that the sandbox answers, with the fields of the answer told',
    async (path, asked, told) => {
      const [example] = schema(asked).examples ?? [];
      const response = await gateway.post(path, example, { authorization: 'Bearer sandbox' });
      expect(response.status).toBe(200);
      const answer = await readJson<object>(response);
      const [answered] = schema(told).examples ?? [];
      // What else the provider says comes along.
      expect(answer).toMatchObject(
        Object.fromEntries(Object.keys(answered ?? {}).map((key) => [key, expect.anything()])),
      );
      expect(JSON.stringify(answer)).toContain('"verdict":');
    },
  );

  it.each([
    ['post', '/v1/chat/completions'],
    ['post', '/chat'],
    ['post', '/v1/claims'],
    ['get', '/v1/evaluations/{id}/report'],
    ['delete', '/v1/evaluations/{id}'],
    ['get', '/models'],
    ['get', '/models/capabilities'],
    ['get', '/v1/models'],
    ['get', '/v1/models/{id}'],
    ['get', '/v1/limits'],
    ['get', '/v1/traffic'],
    ['get', '/v1/sources'],
    ['get', '/health'],
    ['get', '/ready'],
    ['get', '/metrics'],
  ])('tells of %s %s', (method, path) => {
    const operation = reference.paths[path]?.[method];
    expect(operation?.summary).toMatch(/\w/);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      (operation?.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name),
    ).toEqual(named);
  });

  it.each(['audio'])('takes no value for %s, which is refused', async (field) => {
    expect(schema('ChatCompletionsRequest').properties?.[field]).toEqual({
      description: 'Not supported.',
      not: {},
    });
    const response = await gateway.chat({ [field]: 'x' }, { authorization: 'Bearer sandbox' });
    expect(response.status).toBe(400);
  });

  it('has every field of a request', () => {
    expect(fields('ChatCompletionsRequest')).toEqual(
      [
        'api_key',
        'model',
        'messages',
        'stream',
        'stream_options',
        'temperature',
        'top_p',
        'max_tokens',
        'max_completion_tokens',
        'stop',
        'seed',
        'presence_penalty',
        'frequency_penalty',
        'response_format',
        'user',
        'reasoning_effort',
        'n',
        'tools',
        'tool_choice',
        'functions',
        'audio',
        'parallel_tool_calls',
        'function_call',
        'prediction',
        'web_search_options',
        'verbosity',
        'service_tier',
        'metadata',
        'store',
        'safety_identifier',
        'prompt_cache_key',
        'prompt_cache_retention',
        'prompt_cache_options',
        'modalities',
        'logprobs',
        'top_logprobs',
        'logit_bias',
        'enable_evaluations',
        'fact_check',
        'task',
      ].sort(),
    );
    expect(schema('ChatCompletionsRequest').required?.toSorted()).toEqual(['messages', 'model']);
    expect(fields('FactCheckOptions')).toEqual(
      [
        'citations',
        'documents',
        'mode',
        'sources',
        'max_claims',
        'min_confidence',
        'min_check_worthiness',
        'judge',
        'statements',
        'judge_model',
        'claim_review',
        'stream_events',
        'claims',
        'revise',
        'action',
      ].sort(),
    );
    expect(fields('UserMessage')).toEqual(['content', 'name', 'role']);
    expect(fields('ToolMessage')).toEqual([
      'cache_control',
      'content',
      'prompt_cache_breakpoint',
      'role',
      'tool_call_id',
    ]);
    expect(fields('ChatRequest')).toEqual(
      ['user_query', 'model', 'api_key', 'conversation_history', 'fact_check'].sort(),
    );
  });

  it.each([
    ['ChatCompletion', ['id', 'object', 'created', 'model', 'choices', 'usage', 'fact_check_metadata']],
    [
      'Usage',
      [
        'prompt_tokens',
        'completion_tokens',
        'total_tokens',
        'prompt_tokens_details',
        'completion_tokens_details',
      ],
    ],
    [
      'FactCheckMetadata',
      [
        ...['claims_detected', 'confidence_score', 'sources_consulted', 'mode', 'claims', 'calibrated'],
        ...['revised_content', 'revisions', 'searches'],
      ],
    ],
    [
      'Claim',
      [
        'id',
        'text',
        'original_text',
        'role',
        'message_index',
        'start',
        'end',
        'category',
        'confidence',
        'verdict',
        'checked',
        'explanation',
        'evidence',
        'check_worthiness',
        'language',
        'language_supported',
        'speaker',
        'time',
        'date',
        'stands_alone',
        'reading',
        'parts',
        'correction',
      ],
    ],
    ['ClaimPart', ['text', 'verdict', 'checked', 'explanation', 'evidence']],
    ['Correction', ['wrong', 'right', 'source', 'url']],
    ['Revision', ['start', 'end', 'wrong', 'right', 'claim_id']],
    ['Evidence', ['source', 'title', 'url', 'quote', 'published', 'stance']],
    [
      'ChatResponse',
      ['id', 'model', 'response', 'claims_identified', 'fact_check_result', 'fact_check_metadata'],
    ],
    ['ModelsList', ['models_list', 'default_model', 'object', 'data']],
    ['Model', ['id', 'object', 'created', 'owned_by']],
    ['Limits', ['plan', 'windows']],
    ['Health', ['status', 'version', 'uptime_seconds', 'judge', 'checks']],
    [
      'ClaimsRequest',
      [
        ...[
          'text',
          'mode',
          'model',
          'api_key',
          'sources',
          'max_claims',
          'claim_review',
          'language',
          'stream',
        ],
        ...['date', 'revise', 'spans'],
      ],
    ],
    ['ClaimCheck', ['id', 'object', 'created', 'mode', 'fact_check_metadata']],
    ['Evaluation', ['id', 'status', 'report_url']],
    ['Error', ['detail', 'error']],
    ['ValidationError', ['detail', 'error']],
  ])('has the fields of %s', (name, expected) => {
    expect(fields(name)).toEqual(expect.arrayContaining(expected.slice().sort()));
  });

  it.each(['/v1/chat/completions', '/chat'])('lists every failure of POST %s, with its form', (path) => {
    const responses = reference.paths[path]?.post?.responses ?? {};
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining([
        '200',
        '400',
        '401',
        '403',
        '413',
        '415',
        '422',
        '429',
        '500',
        '502',
        '503',
        '504',
      ]),
    );
    for (const [status, { content }] of Object.entries(responses)) {
      if (status === '200') continue;
      expect(content?.['application/json']?.schema.$ref).toBe(
        `#/components/schemas/${status === '422' ? 'ValidationError' : 'Error'}`,
      );
    }
  });

  it('has no failure without a form and no reference to nowhere', () => {
    for (const [path, operations] of Object.entries(reference.paths)) {
      for (const { responses } of Object.values(operations)) {
        for (const [status, { content }] of Object.entries(responses)) {
          if (Number(status) < 400) continue;
          expect([path, status, content?.['application/json']?.schema.$ref]).toEqual([
            path,
            status,
            expect.stringMatching(
              /^#\/components\/schemas\/(Error|ValidationError|MessageError|GoogleError|Health)$/,
            ),
          ]);
        }
      }
    }
    const names = [...JSON.stringify(reference).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
    expect(names.length).toBeGreaterThan(20);
    for (const [, name] of names) schema(name as string);
  });
});

describe('/docs', () => {
  it('is a page, at the address where its script is found', async () => {
    const response = await fetch(`${gateway.url}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await response.text();
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src]) => src as string);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const got = await fetch(new URL(script, response.url));
      expect([script, got.status]).toEqual([script, 200]);
      expect(got.headers.get('content-type')).toMatch(/javascript/);
      await got.text();
    }
  });

  it('asks no other host, and could not', async () => {
    const response = await fetch(`${gateway.url}/docs/`);
    const html = await response.text();
    expect([...html.matchAll(/(?:src|href)="(?:https?:)?\/\/[^"]*"/g)]).toEqual([]);
    expect(html).not.toMatch(/https?:\/\//);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|script-src|unsafe-eval/);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });
});

it('a claim of one of several answers has no field that the reference lacks', async () => {
  const response = await gateway.chat({
    api_key: 'sandbox',
    n: 2,
    fact_check: { mode: 'detect' },
    messages: [{ role: 'user', content: 'The Great Wall of China is visible from the Moon.' }],
  });
  const { fact_check_metadata: metadata } = await readJson<{ fact_check_metadata: { claims: object[] } }>(
    response,
  );
  const names = [...new Set(metadata.claims.flatMap((claim) => Object.keys(claim)))];
  expect(names).toContain('choice_index');
  expect(fields('Claim')).toEqual(expect.arrayContaining(names));
});
