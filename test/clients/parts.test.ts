/** Pictures, PDF files and sounds from the stock client, and that they arrive whole: the sandbox says what it got. */
import { createHash, randomBytes } from 'node:crypto';
import OpenAI from 'openai';
import type { ChatCompletionContentPart } from 'openai/resources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

let gateway: Gateway;
let client: OpenAI;
beforeAll(async () => {
  gateway = await startGateway();
  client = new OpenAI({ apiKey: 'sandbox', baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
afterAll(() => gateway.stop());

/** Longer than the pieces in which media are read and sent. */
const BYTES = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_003)]);
const BASE64 = BYTES.toString('base64');
const HASH = createHash('sha256').update(BYTES).digest('hex');
const FILE = { filename: 'report.pdf', file_data: `data:application/pdf;base64,${BASE64}` };

const PARTS = {
  picture: [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${BASE64}` } },
    `image/png, ${BYTES.length} bytes, SHA-256 ${HASH}`,
  ],
  address: [
    { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
    'https://example.org/a.png',
  ],
  pdf: [{ type: 'file', file: FILE }, `application/pdf, ${BYTES.length} bytes, SHA-256 ${HASH}`],
  'pdf without its head': [
    { type: 'file', file: { ...FILE, file_data: BASE64 } },
    `application/pdf, ${BYTES.length} bytes, SHA-256 ${HASH}`,
  ],
  audio: [
    { type: 'input_audio', input_audio: { data: BASE64, format: 'mp3' } },
    `audio/mp3, ${BYTES.length} bytes, SHA-256 ${HASH}`,
  ],
} as const satisfies Record<string, readonly [ChatCompletionContentPart, string]>;
type Name = keyof typeof PARTS;

const PICTURES = ['picture', 'address'] as const;
const PDFS = ['pdf', 'pdf without its head'] as const;
const TAKEN: [model: string, ...names: Name[]][] = [
  ['gpt-6-luna', ...PICTURES, ...PDFS],
  ['gpt-4o-audio-preview', 'audio'],
  ['claude-haiku-5-5', ...PICTURES, ...PDFS],
  ['gemini-3.8-flash', ...PICTURES, ...PDFS, 'audio'],
  ['grok-4.3', ...PICTURES],
  ['together/Qwen/Qwen3-VL-32B-Instruct', ...PICTURES],
  ['zai-org/GLM-5.3-Flash'],
];

describe.each(TAKEN)('%s', (model, ...taken) => {
  const ask = (...content: ChatCompletionContentPart[]) => ({
    model,
    messages: [
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'What is this?' }, ...content] },
    ],
  });
  const answers = async (...content: ChatCompletionContentPart[]): Promise<string[]> => {
    const { choices } = await client.chat.completions.create(ask(...content));
    let streamed = '';
    for await (const chunk of await client.chat.completions.create({ ...ask(...content), stream: true })) {
      streamed += chunk.choices[0]?.delta.content ?? '';
    }
    return [choices[0]?.message.content ?? '', streamed];
  };

  for (const name of Object.keys(PARTS) as Name[]) {
    // Which of its unlisted models hear, Together says.
    if (model.startsWith('together/') && name === 'audio') continue;
    const [part, description] = PARTS[name];
    if (taken.includes(name)) {
      it(`takes a ${name}`, async () => {
        const answer = `Attachment 1: ${description}`;
        expect(await answers(part)).toEqual([answer, answer]);
      });
      continue;
    }
    it(`refuses a ${name} by its place`, async () => {
      const refusal = { status: 400, param: 'messages.0.content.1', message: expect.stringContaining(model) };
      await expect(client.chat.completions.create(ask(part))).rejects.toMatchObject(refusal);
      await expect(client.chat.completions.create({ ...ask(part), stream: true })).rejects.toMatchObject(
        refusal,
      );
    });
  }

  if (taken.length < 2) return;
  it('takes several, in order, between texts', async () => {
    const parts = taken.map((name) => PARTS[name]);
    const texts = parts.flatMap(([part]) => [part, { type: 'text' as const, text: 'and' }]);
    const answer = parts.map(([, description], at) => `Attachment ${at + 1}: ${description}`).join('\n');
    expect(await answers(...texts)).toEqual([answer, answer]);
  });
});
