/** Sends a provider's answer on as it comes, at the pace of its reader. */
import type { FastifyReply } from 'fastify';
import type { Usage } from '../../../domain/chat.ts';
import type { Passed } from '../../../models/upstream/passed-call.ts';
import { WireError } from '../../../models/wire/wire-error.ts';
import { drained, EVENT_STREAM } from '../answer/send-stream.ts';
import { ANSWERED_HEADERS } from './endpoints.ts';
import { UsageReader } from './read-usage.ts';

/** What holds no text in which a key could stand. */
const BINARY = /^(?:audio|image|video)\/|^application\/(?:octet-stream|zip|pdf)\b/i;

/**
 * @returns what the answer says of its tokens, where it says it; `broken` where it did not come to its end.
 * @throws GatewayError where it breaks off before its first bytes.
 */
export async function sendPassed(reply: FastifyReply, passed: Passed): Promise<Usage | 'broken' | undefined> {
  const { body } = passed.reply;
  const type = passed.reply.header('content-type') ?? '';
  const text = BINARY.test(type) ? undefined : openText(passed);
  try {
    await body.ready();
  } catch (error) {
    throw passed.explain(error);
  }
  reply.hijack();
  // Nobody looks at what was asked any more, and it may be large.
  reply.request.body = undefined;
  const { raw } = reply;
  raw.writeHead(passed.reply.status, {
    ...(reply.getHeaders() as Record<string, string>),
    ...answeredHeaders(passed, text?.isChanging === true),
  });
  try {
    while (await body.ready()) {
      const piece = body.take();
      const out = text === undefined ? piece : text.push(piece);
      if (out.length > 0 && !raw.write(out)) await drained(raw);
      if (raw.destroyed) break;
    }
    raw.end(text?.end() ?? '');
    return text?.usage.read();
  } catch (error) {
    if (raw.destroyed) return 'broken';
    const explained = reply.request.explain(passed.explain(error));
    // A whole answer that ended cleanly would be taken for complete.
    if (type.startsWith('text/event-stream')) raw.end(EVENT_STREAM.formatError(explained));
    else raw.destroy();
    return 'broken';
  } finally {
    if (!body.ended) body.abort(new WireError('aborted', 'nobody reads the rest'));
  }
}

/** @param isChanging whether its length is not known beforehand. */
function answeredHeaders({ reply, isClean }: Passed, isChanging: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = [
    ...ANSWERED_HEADERS,
    ...(isChanging || reply.header('content-encoding') ? [] : ['content-length']),
  ];
  for (const name of names) {
    const value = reply.header(name);
    if (value !== undefined && isClean(value)) headers[name] = value;
  }
  return headers;
}

/** Reads a text along, and takes the operator's keys out of it. */
function openText({ scrub }: Passed) {
  const decoder = new TextDecoder();
  const usage = new UsageReader();
  return {
    usage,
    isChanging: scrub !== undefined,
    push(piece: Buffer): Buffer {
      const text = decoder.decode(piece, { stream: true });
      usage.push(text);
      return scrub === undefined ? piece : Buffer.from(scrub.push(text));
    },
    end: (): string => (scrub === undefined ? '' : scrub.push(decoder.decode()) + scrub.flush()),
  };
}
