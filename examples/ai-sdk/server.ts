/** The AI SDK: the answer is streamed to a page, and its claims follow as the message's metadata. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOpenAICompatible, type MetadataExtractor } from '@ai-sdk/openai-compatible';
import { pipeUIMessageStreamToResponse, streamText, toUIMessageStream } from 'ai';

type Metadata = Awaited<ReturnType<MetadataExtractor['extractMetadata']>>;

/** The field of an answer, or of a stream's last chunk, that the SDK would drop. */
const read = (body: unknown): Metadata => {
  const { fact_check_metadata } = body as { fact_check_metadata?: NonNullable<Metadata>[string] };
  return fact_check_metadata && { claimgate: fact_check_metadata };
};

const claimgate = createOpenAICompatible({
  name: 'claimgate',
  baseURL: `${process.env.CLAIMGATE_URL ?? 'http://127.0.0.1:8080'}/v1`,
  apiKey: process.env.CLAIMGATE_API_KEY ?? 'sandbox',
  metadataExtractor: {
    extractMetadata: async ({ parsedBody }) => read(parsedBody),
    createStreamExtractor() {
      let found: Metadata;
      return {
        processChunk: (chunk) => {
          found = read(chunk) ?? found;
        },
        buildMetadata: () => found,
      };
    },
  },
});

const page = readFileSync(new URL('page.html', import.meta.url));
const server = createServer(async (request, response) => {
  if (request.method !== 'POST') {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    return;
  }
  const { stream } = streamText({
    model: claimgate('gpt-6-luna'),
    prompt: await text(request),
    providerOptions: { claimgate: { fact_check: { mode: 'verify' } } },
  });
  pipeUIMessageStreamToResponse({
    response,
    stream: toUIMessageStream({
      stream,
      messageMetadata: ({ part }) =>
        part.type === 'finish-step' ? part.providerMetadata?.claimgate : undefined,
    }),
  });
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
