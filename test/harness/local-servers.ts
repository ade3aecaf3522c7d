/**
 * The wires of four servers that run models on one's own machine, as far as they differ from OpenAI's. Written from
 * their published sources and reports (label: documented), November 2026:
 *
 * - Ollama: https://docs.ollama.com/api/openai-compatibility, and `openai/openai.go`, `middleware/openai.go`
 * - vLLM: https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html, `features/reasoning_outputs`
 * - llama.cpp: https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
 * - LM Studio: https://lmstudio.ai/docs/developer/openai-compat, and its bug tracker (189, 546, 1730)
 *
 * Each has one model. It thinks, answers, calls the first tool that is offered, and judges claims as supported.
 */
import type { ServerResponse } from 'node:http';
import { textMessage } from '../../src/domain/chat.ts';
import { agreeable, readQuestion } from '../../src/engine/factcheck/judge/judge-in-tests.ts';
import type { Handler, Received } from './fake-provider.ts';

export const ANSWER = 'The Eiffel Tower was completed in 1889.';
export const ARGUMENTS = '{"city":"Paris"}';
/** Nobody may see it, and no claim of it may be checked. */
export const THOUGHT = 'The Moon is made of {cheese}, as Rome was built in 1066.';
/** Tokens that a thought costs. */
const THOUGHT_TOKENS = 1_500;
/** A prompt of more characters is too long. */
const MOST_CHARACTERS = 100_000;

interface Asked {
  readonly model: string;
  readonly stream: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: { readonly type: string };
  readonly reasoning_effort?: string;
  readonly max_tokens?: number;
}

interface Said {
  readonly thought: string;
  readonly content: string;
  readonly call?: string;
  readonly finish: 'stop' | 'length' | 'tool_calls';
}

export interface LocalServer {
  /** Its default address, as recipes name it. */
  readonly address: string;
  /** An answer, in its words. */
  readonly handler: Handler;
  /** Failures, in its words. */
  readonly failures: Readonly<Record<'missing' | 'loading' | 'tooLong', Handler>>;
}

function say(asked: Asked, thinks: boolean): Said {
  const [system = '', user = ''] = asked.messages.map(({ content }) => content);
  const messages = [textMessage('system', system), textMessage('user', user)];
  const isReader = system.startsWith('You read claims for Claimgate');
  const content = system.startsWith('You judge claims')
    ? JSON.stringify({ verdicts: agreeable(readQuestion({ messages, stream: false })) })
    : isReader
      ? '{"readings":[]}'
      : ANSWER;
  const thought = thinks ? THOUGHT : '';
  const tokens = (thinks ? THOUGHT_TOKENS : 0) + Math.ceil(content.length / 4);
  if (tokens > (asked.max_tokens ?? Number.POSITIVE_INFINITY))
    return { thought, content: '', finish: 'length' };
  const [tool] = asked.tools ?? [];
  if (tool === undefined) return { thought, content, finish: 'stop' };
  return { thought, content: '', call: tool.function.name, finish: 'tool_calls' };
}

const USAGE = { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 };
const askedOf = ({ body }: Received): Asked => body as unknown as Asked;
const lengthOf = ({ messages }: Asked): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);
/** Pieces of a few characters. */
const cut = (text: string): string[] => text.match(/[\s\S]{1,7}/g) ?? [];

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const fail =
  (status: number, body: unknown): Handler =>
  (_request, response) =>
    sendJson(response, status, body);

function sendEvents(response: ServerResponse, lines: readonly string[], ending = 'data: [DONE]\n\n'): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(lines.join('') + ending);
}

const chunkOf = (head: object, delta: object, finish: string | null = null, rest: object = {}): string =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish, ...rest }] })}\n\n`;
const usageOf = (head: object, rest: object = {}): string =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage: USAGE, ...rest })}\n\n`;
const wholeOf = (head: object, message: object, finish: string, rest: object = {}): object => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  usage: USAGE,
  ...rest,
});

// Reads max_tokens alone. Thinking is on unless the effort is none, and comes as `reasoning`, beside empty content. A call is
// whole in one chunk. Without include_usage, a stream has no usage.
const OLLAMA_HEAD = {
  id: 'chatcmpl-812',
  created: 1_795_000_000,
  model: 'qwen3:8b',
  system_fingerprint: 'fp_ollama',
};
const ollamaFault = (status: number, message: string, type: string): Handler =>
  fail(status, { error: { message, type, param: null, code: null } });
const EFFORTS = [undefined, 'none', 'minimal', 'low', 'medium', 'high', 'max', 'xhigh', 'ultra'];

const ollama: Handler = (request, response) => {
  const asked = askedOf(request);
  if (asked.model !== 'qwen3:8b') return OLLAMA.failures.missing(request, response);
  if (!EFFORTS.includes(asked.reasoning_effort)) {
    return ollamaFault(400, 'invalid reasoning value', 'invalid_request_error')(request, response);
  }
  const { thought, content, call, finish } = say(asked, asked.reasoning_effort !== 'none');
  const calls =
    call === undefined
      ? {}
      : {
          tool_calls: [
            { id: 'call_x1', index: 0, type: 'function', function: { name: call, arguments: ARGUMENTS } },
          ],
        };
  if (!asked.stream) {
    const message = { content, ...(thought === '' ? {} : { reasoning: thought }), ...calls };
    return sendJson(response, 200, wholeOf(OLLAMA_HEAD, message, finish));
  }
  const lines = [
    ...cut(thought).map((reasoning) => chunkOf(OLLAMA_HEAD, { content: '', reasoning })),
    ...cut(content).map((text) => chunkOf(OLLAMA_HEAD, { content: text })),
    ...(call === undefined ? [] : [chunkOf(OLLAMA_HEAD, { content: '', ...calls })]),
    chunkOf(OLLAMA_HEAD, {}, finish),
    ...(asked.stream_options?.include_usage === true ? [usageOf(OLLAMA_HEAD)] : []),
  ];
  sendEvents(response, lines);
};

const OLLAMA: LocalServer = {
  address: 'http://127.0.0.1:11434',
  handler: ollama,
  failures: {
    missing: ollamaFault(404, "model 'qwen3:8b' not found", 'not_found_error'),
    loading: ollamaFault(
      503,
      'server busy, please try again.  maximum pending requests exceeded',
      'api_error',
    ),
    tooLong: ollamaFault(400, 'the input length exceeds the context length', 'invalid_request_error'),
  },
};

// Started without a reasoning parser: the thought is content. Empty and null fields; a call in pieces; errors with a number as
// code, in older versions flat.
const VLLM_HEAD = { id: 'chatcmpl-7fb6', created: 1_795_000_000, model: 'Qwen/Qwen3-8B' };
const vllmFault = (status: number, message: string, type: string, param: string | null): Handler =>
  fail(status, { error: { message, type, param, code: status } });

const vllm: Handler = (request, response) => {
  const asked = askedOf(request);
  if (asked.model !== 'Qwen/Qwen3-8B') return VLLM.failures.missing(request, response);
  const { thought, content, call, finish } = say(asked, true);
  const text = `<think>\n${thought}\n</think>\n\n${content}`;
  const none = { refusal: null, annotations: null, audio: null, function_call: null, reasoning: null };
  const named = { name: call, arguments: '' };
  if (!asked.stream) {
    const tool_calls =
      call === undefined
        ? []
        : [{ id: 'chatcmpl-tool-9', type: 'function', function: { ...named, arguments: ARGUMENTS } }];
    const message = { content: text, tool_calls, ...none };
    const rest = { service_tier: null, prompt_logprobs: null, kv_transfer_params: null };
    return sendJson(response, 200, wholeOf(VLLM_HEAD, message, finish, rest));
  }
  const piece = (delta: object, index = 0) => chunkOf(VLLM_HEAD, { tool_calls: [{ index, ...delta }] });
  const calls =
    call === undefined
      ? []
      : [
          piece({ id: 'chatcmpl-tool-9', type: 'function', function: { name: call } }),
          ...cut(ARGUMENTS).map((part) => piece({ function: { arguments: part } })),
        ];
  const lines = [
    chunkOf(VLLM_HEAD, { role: 'assistant', content: '' }, null, { logprobs: null }),
    ...cut(text).map((part) => chunkOf(VLLM_HEAD, { content: part }, null, { logprobs: null })),
    ...calls,
    chunkOf(VLLM_HEAD, { content: '' }, finish, { logprobs: null, stop_reason: null }),
    usageOf(VLLM_HEAD),
  ];
  sendEvents(response, lines);
};

const VLLM: LocalServer = {
  address: 'http://127.0.0.1:8000',
  handler: vllm,
  failures: {
    missing: vllmFault(404, 'The model `Qwen/Qwen3-8B` does not exist.', 'NotFoundError', 'model'),
    loading: fail(503, {
      object: 'error',
      message: 'Service Unavailable',
      type: 'ServiceUnavailableError',
      code: 503,
    }),
    tooLong: vllmFault(
      400,
      "You passed 40015 input tokens and requested 10 output tokens. However, the model's context length is only 32768 tokens.",
      'BadRequestError',
      'input_tokens',
    ),
  },
};

// Answers for any model. Comments keep the connection alive; content is null at first; the thought is `reasoning_content`; timings
// beside the usage. This build refuses the grammar of a schema.
const LLAMA_HEAD = {
  id: 'chatcmpl-q1',
  created: 1_795_000_000,
  model: 'qwen3-8b.gguf',
  system_fingerprint: 'b9200',
};
const TIMINGS = { timings: { prompt_n: 21, predicted_n: 9 } };
const llamaFault = (code: number, message: string, type: string, rest: object = {}): Handler =>
  fail(code, { error: { code, message, type, ...rest } });

const llama: Handler = (request, response) => {
  const asked = askedOf(request);
  if (lengthOf(asked) > MOST_CHARACTERS) return LLAMA.failures.tooLong(request, response);
  if (asked.response_format?.type === 'json_schema') {
    return llamaFault(400, 'Failed to parse grammar', 'invalid_request_error')(request, response);
  }
  const { thought, content, call, finish } = say(asked, asked.reasoning_effort !== 'none');
  const named = (text: string) => ({ function: { name: call, arguments: text }, id: '', type: 'function' });
  if (!asked.stream) {
    const message = {
      content: call === undefined ? content : null,
      reasoning_content: thought,
      ...(call === undefined ? {} : { tool_calls: [named(ARGUMENTS)] }),
    };
    return sendJson(response, 200, wholeOf(LLAMA_HEAD, message, finish, TIMINGS));
  }
  const calls =
    call === undefined
      ? []
      : [
          chunkOf(LLAMA_HEAD, { tool_calls: [{ index: 0, ...named('{') }] }),
          ...cut(ARGUMENTS.slice(1)).map((text) =>
            chunkOf(LLAMA_HEAD, { tool_calls: [{ index: 0, function: { arguments: text } }] }),
          ),
        ];
  const lines = [
    ':\n\n',
    chunkOf(LLAMA_HEAD, { role: 'assistant', content: null }),
    ...cut(thought).map((text) => chunkOf(LLAMA_HEAD, { reasoning_content: text })),
    ':\n\n',
    ...cut(content).map((text) => chunkOf(LLAMA_HEAD, { content: text })),
    ...calls,
    chunkOf(LLAMA_HEAD, {}, finish),
    usageOf(LLAMA_HEAD, TIMINGS),
  ];
  sendEvents(response, lines);
};

const LLAMA: LocalServer = {
  address: 'http://127.0.0.1:8081',
  handler: llama,
  failures: {
    missing: llamaFault(404, 'File Not Found', 'not_found_error'),
    loading: llamaFault(503, 'Loading model', 'unavailable_error'),
    tooLong: llamaFault(
      400,
      'request (40015 tokens) exceeds the available context size (32768 tokens), try increasing it',
      'exceed_context_size_error',
      { n_prompt_tokens: 40_015, n_ctx: 32_768 },
    ),
  },
};

// The thought is content, unless its setting says otherwise. Ids are numbers; errors are strings; json_object is refused; a failed
// stream has an event `error`.
const STUDIO_HEAD = {
  id: 'chatcmpl-52',
  created: 1_795_000_000,
  model: 'qwen/qwen3-8b',
  system_fingerprint: 'qwen/qwen3-8b',
};

const studio: Handler = (request, response) => {
  const asked = askedOf(request);
  if (asked.model !== 'qwen/qwen3-8b') return STUDIO.failures.missing(request, response);
  if (!['json_schema', 'text', undefined].includes(asked.response_format?.type)) {
    return sendJson(response, 400, { error: "'response_format.type' must be 'json_schema' or 'text'" });
  }
  const { thought, content, call, finish } = say(asked, true);
  // With a schema, there is no room for a thought.
  const text = asked.response_format === undefined ? `<think>\n${thought}\n</think>\n\n${content}` : content;
  const named = (args: string) => ({
    id: '365174485',
    type: 'function',
    function: { name: call, arguments: args },
  });
  if (!asked.stream) {
    const message = { content: text, tool_calls: call === undefined ? [] : [named(ARGUMENTS)] };
    return sendJson(response, 200, wholeOf(STUDIO_HEAD, message, finish, { stats: {} }));
  }
  const lines = [
    ...cut(text).map((part) =>
      chunkOf(STUDIO_HEAD, { role: 'assistant', content: part }, null, { logprobs: null }),
    ),
    ...(call === undefined
      ? []
      : [
          chunkOf(STUDIO_HEAD, { tool_calls: [{ index: 0, ...named('') }] }),
          ...cut(ARGUMENTS).map((part) =>
            chunkOf(STUDIO_HEAD, {
              tool_calls: [{ index: 0, type: 'function', function: { arguments: part } }],
            }),
          ),
        ]),
    chunkOf(STUDIO_HEAD, {}, finish, { logprobs: null }),
    usageOf(STUDIO_HEAD),
  ];
  if (lengthOf(asked) <= MOST_CHARACTERS) return sendEvents(response, lines);
  const error = { message: 'Context size has been exceeded.' };
  sendEvents(response, [], `event: error\ndata: ${JSON.stringify({ error })}\n\n`);
};

const STUDIO: LocalServer = {
  address: 'http://127.0.0.1:1234',
  handler: studio,
  failures: {
    missing: fail(404, {
      error: {
        message: 'No models loaded. Please load a model in the developer page or use the `lms load` command.',
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    }),
    loading: fail(503, { error: 'Model is unloaded.' }),
    tooLong: fail(400, {
      error:
        'Trying to keep the first 40015 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
    }),
  },
};

/** By their headings in docs/local-models.md. */
export const LOCAL_SERVERS = { Ollama: OLLAMA, vLLM: VLLM, 'llama.cpp': LLAMA, 'LM Studio': STUDIO } as const;
