/** Reads and checks the turns of a conversation as the Gemini API does. */
import type { Attachment, PromptTurn } from '../answers/prompt.ts';
import { asArray, asObject, isBase64, isObject, type JsonObject } from '../json.ts';
import { refuse } from '../refuse.ts';
import type { GeminiRules } from './gemini-models.ts';
import { refuseUnknown } from './read-generation-config.ts';
import { isSignatureOf, NO_SIGNATURE } from './sign-call.ts';

/** What a part may hold: one of these. */
const DATA = ['fileData', 'functionCall', 'functionResponse', 'inlineData', 'text'];
const MIME_TYPES = new Set(
  `application/pdf text/plain image/png image/jpeg image/webp image/heic image/heif audio/wav audio/mp3 audio/aiff
  audio/aac audio/ogg audio/flac`.split(/\s+/),
);

interface Call {
  readonly name: string;
  readonly id?: string;
  readonly args: JsonObject;
  readonly signature: unknown;
}

interface Result {
  readonly name: string;
  readonly id?: string;
  readonly text: string;
}

interface Content {
  readonly role: 'user' | 'model';
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
}

export function readContents(contents: unknown, rules: GeminiRules): readonly PromptTurn[] {
  if (!Array.isArray(contents) || contents.length === 0) {
    return refuse('* GenerateContentRequest.contents: contents is not specified\n');
  }
  const read = mergeNeighbours(
    contents.map((content, index) => readContent(content, `contents[${index}]`, rules)),
  );
  if (read.at(-1)?.role === 'model' && !rules.modelLast) {
    // Documented as a 400; the wording is ours.
    refuse('Requests whose last turn has the role "model" are not supported for this model.');
  }
  checkOrder(read);
  checkSignatures(read, rules);
  return read.map(toTurn);
}

/** What a client got in a stream comes back in as many turns. */
function mergeNeighbours(contents: readonly Content[]): readonly Content[] {
  const merged: Content[] = [];
  for (const content of contents) {
    const last = merged.at(-1);
    if (content.role !== 'model' || last?.role !== 'model') {
      merged.push(content);
      continue;
    }
    const { text, attachments, calls } = content;
    merged[merged.length - 1] = {
      ...last,
      text: last.text + text,
      attachments: [...last.attachments, ...attachments],
      calls: [...last.calls, ...calls],
    };
  }
  return merged;
}

/** Calls follow the user, and their results follow them: as many, by the same names, in the same order. */
function checkOrder(contents: readonly Content[]): void {
  for (const [at, { calls, results }] of contents.entries()) {
    const before = contents[at - 1];
    if (calls.length > 0 && before?.role !== 'user') {
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      );
    }
    if (results.length !== (before?.calls.length ?? 0)) {
      refuse(
        before === undefined || before.calls.length === 0
          ? 'Please ensure that function response turn comes immediately after a function call turn.'
          : 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    }
    for (const [index, { name, id }] of results.entries()) {
      const call = before?.calls[index];
      if (name === call?.name && (id === undefined || id === call.id)) continue;
      refuse(`The function response '${name}' does not match the function call '${call?.name}'.`);
    }
  }
}

/** The current turn begins with the last words of the user's. */
function checkSignatures(contents: readonly Content[], rules: GeminiRules): void {
  const asked = contents.findLastIndex(
    ({ role, text, attachments }) => role === 'user' && (text !== '' || attachments.length > 0),
  );
  for (const [at, { calls }] of contents.entries()) {
    for (const [index, { name, args, signature }] of calls.entries()) {
      if (signature === undefined && rules.signs && at > asked && index === 0) {
        refuse(
          `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${at + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
        );
      }
      if (signature === undefined) continue;
      const bytes = plainBytes(signature);
      if (rules.signs && bytes === plainBytes(NO_SIGNATURE)) continue;
      if (!isSignatureOf(bytes, name, args)) refuse('Thought signature is not valid.');
    }
  }
}

/** Bytes may come in either alphabet of base64, padded or not (protobuf.dev/programming-guides/json). */
function plainBytes(text: unknown): string {
  return String(text).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
}

function toTurn({ role, text, attachments, calls, results }: Content): PromptTurn {
  return {
    role: role === 'user' ? 'user' : 'assistant',
    text,
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(calls.length === 0 ? {} : { calls }),
    ...(results.length === 0 ? {} : { results }),
  };
}

export function readContent(content: unknown, place: string, rules: GeminiRules): Content {
  const { role: given = 'user', parts } = asObject(content);
  // The older role of results (ai.google.dev/api/caching#Content).
  const role = given === 'function' ? 'user' : given;
  refuseUnknown(asObject(content), ['parts', 'role'], place);
  if (role !== 'user' && role !== 'model') return refuse('Please use a valid role: user, model.');
  const at = `* GenerateContentRequest.${place}.parts`;
  if (asArray(parts).length === 0) refuse(`${at}: contents.parts must not be empty.\n`);
  const attachments: Attachment[] = [];
  const calls: Call[] = [];
  const results: Result[] = [];
  let text = '';
  for (const [index, one] of asArray(parts).entries()) {
    const part = asObject(one);
    const where = `${place}.parts[${index}]`;
    refuseUnknown(part, [...DATA, 'thought', 'thoughtSignature'], where);
    const [data, other] = DATA.filter((field) => part[field] !== undefined);
    if (other !== undefined) {
      refuse(`Invalid value at '${where}' (oneof), oneof field 'data' is already set. Cannot set '${other}'`);
    }
    if ((data === 'functionCall' && role !== 'model') || (data === 'functionResponse' && role !== 'user')) {
      refuse(`* GenerateContentRequest.${where}: ${data} is not allowed in a turn of the role "${role}".\n`);
    }
    if (data === 'functionCall') calls.push(readCall(part, where));
    else if (data === 'functionResponse') results.push(readResponse(part.functionResponse, where));
    else if (data === 'inlineData') attachments.push(readInline(part.inlineData, where));
    else if (data === 'fileData') attachments.push(readFile(part.fileData, where, rules));
    else if (typeof part.text === 'string' && part.text !== '')
      text += part.thought === true ? '' : part.text;
    // The signature of a text that was empty comes back with it, or alone: Google's own package leaves such texts out.
    else if (part.thoughtSignature === undefined || role !== 'model')
      refuse(`${at}[${index}].data: required oneof field 'data' must have one initialized field\n`);
  }
  return { role, text, attachments, calls, results };
}

function readCall({ functionCall, thoughtSignature: signature }: JsonObject, at: string): Call {
  const place = `${at}.function_call`;
  const { name, args = {}, ...id } = readNamed(functionCall, ['args', 'id', 'name'], place);
  if (!isObject(args)) return refuse(`Invalid value at '${place}.args' (Struct), ${JSON.stringify(args)}`);
  return { name, args, ...id, signature };
}

function readResponse(given: unknown, at: string): Result {
  const place = `${at}.function_response`;
  const { name, response, ...id } = readNamed(given, ['id', 'name', 'response'], place);
  if (!isObject(response)) {
    return refuse(
      `Invalid value at '${place}.response' (type.googleapis.com/google.protobuf.Struct), ${JSON.stringify(response)}`,
    );
  }
  const { result } = response;
  return { name, ...id, text: typeof result === 'string' ? result : JSON.stringify(response) };
}

function readNamed(
  given: unknown,
  fields: readonly string[],
  place: string,
): { name: string; id?: string; args?: unknown; response?: unknown } {
  refuseUnknown(asObject(given), fields, place);
  const { name, id, ...rest } = asObject(given);
  if (typeof name !== 'string' || name === '') {
    return refuse(`* GenerateContentRequest.${place}.name: Name cannot be empty.\n`);
  }
  if (id !== undefined && typeof id !== 'string')
    return refuse(`Invalid value at '${place}.id' (TYPE_STRING)`);
  return { name, ...rest, ...(id === undefined ? {} : { id }) };
}

function readInline(given: unknown, at: string): Attachment {
  const place = `${at}.inline_data`;
  const { mimeType, data } = asObject(given);
  refuseUnknown(asObject(given), ['data', 'mimeType'], place);
  if (!MIME_TYPES.has(mimeType as string)) return refuse(`Unsupported MIME type: ${mimeType ?? ''}`);
  if (!isBase64(data)) {
    const start = JSON.stringify(String(data ?? '').slice(0, 20));
    return refuse(`Invalid value at '${place}.data' (TYPE_BYTES), Base64 decoding failed for ${start}`);
  }
  return { mediaType: mimeType as string, data };
}

function readFile(given: unknown, at: string, rules: GeminiRules): Attachment {
  const { mimeType = '', fileUri } = asObject(given);
  refuseUnknown(asObject(given), ['fileUri', 'mimeType'], `${at}.file_data`);
  if (typeof fileUri !== 'string' || !fileUri.startsWith('https://') || !rules.addresses) {
    return refuse(`Invalid or unsupported file uri: ${fileUri}`);
  }
  return { mediaType: String(mimeType), url: fileUri };
}
