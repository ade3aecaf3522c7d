/** Sends a report at the pace of its reader, page after page from the store. */
import type { FastifyReply } from 'fastify';

export interface ReportFormat<R> {
  readonly headers: Readonly<Record<string, string>>;
  readonly opening: string;
  /** @param first whether nothing was written before. */
  readonly page: (rows: readonly R[], first: boolean) => string;
  readonly closing: string;
}

/** @throws whatever the first page throws; a later fault breaks the response off, so that nobody takes it for whole. */
export async function sendReport<R>(
  reply: FastifyReply,
  pages: AsyncIterable<readonly R[]>,
  format: ReportFormat<R>,
): Promise<void> {
  const iterator = pages[Symbol.asyncIterator]();
  let page = await iterator.next();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...format.headers });
  raw.write(format.opening);
  try {
    for (let first = true; page.done !== true; first = false) {
      if (!raw.write(format.page(page.value, first))) await drained(raw);
      if (raw.destroyed) break;
      page = await iterator.next();
    }
    raw.end(format.closing);
  } catch {
    raw.destroy();
  } finally {
    await iterator.return?.();
  }
}

function drained(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      raw.off('drain', go);
      raw.off('close', go);
      resolve();
    };
    raw.on('drain', go);
    raw.on('close', go);
    if (raw.destroyed) go();
  });
}
