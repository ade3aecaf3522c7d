/** Reads and checks a request of the Responses API: its items are messages in other words, and are checked as these are. */
import { asArray, asObject, isObject, type JsonObject } from '../json.ts';
import { Refusal, refuse } from '../refuse.ts';
import { checkFields, checkWord, type FieldRule } from './chat-fields.ts';
import { type ChatAsked, type ChatRules, readChatRequest } from './read-chat-request.ts';
import { functionName, readResponseTools, type ToolForm } from './read-response-tools.ts';

/** Every field of the API reference that the sandbox takes, and Codex's `client_metadata`; all others are refused. */
const FIELDS = new Set(
  `client_metadata include input instructions max_output_tokens metadata model parallel_tool_calls prompt_cache_key
  prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream stream_options
  temperature text tool_choice tools top_logprobs top_p truncation user`.split(/\s+/),
);

const OWN_FIELDS: Readonly<Record<string, FieldRule>> = {
  include: { type: 'an array' },
  input: { type: 'one of a string or array', min: 1, required: true },
  instructions: { type: 'a string' },
  reasoning: { type: 'an object' },
  store: { type: 'a boolean' },
  text: { type: 'an object' },
};

const ENCRYPTED = 'reasoning.encrypted_content';
const LOGPROBS = 'message.output_text.logprobs';

export interface ResponsesAsked extends ChatAsked {
  /** Whether what the model thinks is summarized. */
  readonly summarized: boolean;
  /** Whether its reasoning comes in encrypted form, to be given back. */
  readonly encrypted: boolean;
  /** How calls of tools are written that are no plain functions, by the names of their functions. */
  readonly forms: ReadonlyMap<string, ToolForm>;
}

interface ResponsesRules {
  readonly rules: ChatRules;
  /** The smallest limit of an answer that is taken. */
  readonly leastTokens: number;
  /** Whether there are tools that take a text, and tools in namespaces. */
  readonly customTools: boolean;
}

export function readResponsesRequest(
  body: JsonObject,
  { rules, leastTokens, customTools }: ResponsesRules,
): ResponsesAsked {
  const unknown = Object.keys(body).find((field) => !FIELDS.has(field));
  if (unknown !== undefined) {
    refuse(`Unknown parameter: '${unknown}'.`, { param: unknown, code: 'unknown_parameter' });
  }
  const limit: FieldRule = { type: 'an integer', min: leastTokens };
  checkFields(body, { ...OWN_FIELDS, max_output_tokens: limit }, '');
  const included = asArray(body.include);
  for (const word of included) checkWord(word, [ENCRYPTED, LOGPROBS], 'include');
  try {
    if (!customTools) refuseForms(body);
    const { functions, forms } = readResponseTools(body);
    return {
      ...readChatRequest(toChat(body, included, functions), rules),
      forms,
      summarized: (asObject(body.reasoning).summary ?? null) !== null,
      encrypted: included.includes(ENCRYPTED),
    };
  } catch (error) {
    throw error instanceof Refusal ? inOwnWords(error) : error;
  }
}

/** xAI's server takes no other types than its reference has (reported, 2026). */
function refuseForms({ tools, input }: JsonObject): void {
  const others = ['custom', 'namespace', 'additional_tools', 'custom_tool_call', 'custom_tool_call_output'];
  const found = [...asArray(tools), ...asArray(input)].find((one) =>
    others.includes(String(asObject(one).type)),
  );
  if (found === undefined) return;
  refuse(
    `Failed to deserialize the JSON body into the target type: unknown variant \`${asObject(found).type}\``,
  );
}

function toChat(body: JsonObject, included: readonly unknown[], functions: unknown): JsonObject {
  const { input, instructions, reasoning, text, tool_choice: choice, max_output_tokens: limit } = body;
  const { model, stream, temperature, top_p, parallel_tool_calls, metadata, user, service_tier } = body;
  const { prompt_cache_key, prompt_cache_retention, safety_identifier, top_logprobs } = body;
  const { effort, summary } = asObject(reasoning);
  checkWord(summary, ['auto', 'concise', 'detailed'], 'reasoning.summary');
  const { format, verbosity } = asObject(text);
  const system = typeof instructions === 'string' ? [{ role: 'system', content: instructions }] : [];
  return {
    ...{ model, stream, temperature, top_p, parallel_tool_calls, metadata, user, service_tier },
    ...{ prompt_cache_key, prompt_cache_retention, safety_identifier, top_logprobs },
    ...(included.includes(LOGPROBS) ? { logprobs: true } : {}),
    ...{ max_completion_tokens: limit, reasoning_effort: effort, verbosity },
    messages: [
      ...system,
      ...(typeof input === 'string' ? [{ role: 'user', content: input }] : toMessages(input)),
    ],
    tools: functions,
    tool_choice: toChoice(choice),
    response_format: toFormat(format),
  };
}

function inObject(tool: unknown): unknown {
  if (!isObject(tool) || tool.type !== 'function') return tool;
  const { type, ...declared } = tool;
  return { type, function: declared };
}

function toChoice(choice: unknown): unknown {
  if (!isObject(choice)) return choice;
  if (choice.type !== 'allowed_tools') return inObject(choice);
  const { type, mode, tools } = choice;
  return { type, allowed_tools: { mode, tools: asArray(tools).map(inObject) } };
}

function toFormat(format: unknown): unknown {
  if (!isObject(format) || format.type !== 'json_schema') return format;
  const { type, ...json_schema } = format;
  return { type, json_schema };
}

/** What the model said and called in a row is one message. */
function toMessages(input: unknown): JsonObject[] {
  const messages: JsonObject[] = [];
  /** The message that calls are added to. */
  let calling: { tool_calls: JsonObject[] } | undefined;
  for (const [index, given] of asArray(input).entries()) {
    const item = asObject(given);
    const place = `input[${index}]`;
    switch (item.type ?? 'message') {
      case 'reasoning':
        checkReasoning(item, place);
        break;
      case 'additional_tools':
        break;
      case 'custom_tool_call':
      case 'function_call': {
        const { call_id: id, namespace, input: said } = item;
        const name = functionName(item.name, namespace);
        const text = item.type === 'function_call' ? item.arguments : JSON.stringify({ input: said });
        if (calling === undefined) {
          const last = messages.at(-1);
          calling = {
            ...(last?.role === 'assistant' ? messages.pop() : { role: 'assistant', content: null }),
            tool_calls: [],
          };
          messages.push(calling);
        }
        calling.tool_calls.push({ id, type: 'function', function: { name, arguments: text } });
        break;
      }
      case 'custom_tool_call_output':
      case 'function_call_output':
        calling = undefined;
        messages.push({ role: 'tool', tool_call_id: item.call_id, content: toContent(item.output) });
        break;
      default:
        checkWord(item.type ?? 'message', ['message'], `${place}.type`);
        calling = undefined;
        messages.push({ role: item.role, content: toContent(item.content) });
    }
  }
  return messages;
}

function checkReasoning(item: JsonObject, place: string): void {
  checkFields(item, { summary: { type: 'an array', required: true } }, `${place}.`);
  if (typeof item.encrypted_content === 'string' && item.encrypted_content !== '') return;
  const message = 'The encrypted content could not be verified.';
  refuse(message, { param: `${place}.encrypted_content`, code: 'invalid_encrypted_content' });
}

function toContent(content: unknown): unknown {
  return Array.isArray(content) ? content.map((part) => toPart(asObject(part))) : content;
}

function toPart(part: JsonObject): JsonObject {
  const { type, text, image_url: url, detail, file_data, filename } = part;
  switch (type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text };
    case 'input_image':
      return { type: 'image_url', image_url: { url, detail } };
    case 'input_file':
      return { type: 'file', file: { file_data, filename } };
    default:
      return part;
  }
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^messages\b/, 'input'],
  [/^max_completion_tokens\b/, 'max_output_tokens'],
  [/^reasoning_effort\b/, 'reasoning.effort'],
  [/^verbosity\b/, 'text.verbosity'],
  [/^response_format(?:\.json_schema)?\b/, 'text.format'],
  [/^(tools\[\d+\])\.function\b/, '$1'],
];

/** The refusal with its parameter as the API calls it. */
function inOwnWords({ problem }: Refusal): Refusal {
  const { message, param, ...rest } = problem;
  if (param === undefined) return new Refusal(problem);
  const own = WORDS.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), param);
  return new Refusal({ ...rest, message: message.replaceAll(`'${param}'`, `'${own}'`), param: own });
}
