/** A wrong address in a browser's address bar: a page in place of an error in JSON. */
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_HEADERS } from '../answer/page-headers.ts';
import { prefersToJson } from '../answer/prefers-to-json.ts';

const NO_SUCH_PAGE = readFileSync(new URL('./no-such-page.html', import.meta.url), 'utf8');

/** The page's views, which stand behind the `#` of its address; people leave that out. */
const VIEW = /^\/(chat|check|evaluate|status)\/?$/;
const API = /^\/v1(?:\/|$)/;

/** Whether a browser opens this address as a page: those of the API answer in JSON whoever asks. */
export function isOpenedAsPage({
  method,
  headers,
  url,
}: Pick<FastifyRequest, 'method' | 'headers' | 'url'>): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && prefersToJson('text/html', headers.accept) && !API.test(pathOf(url));
}

/** Leads to the view that the address names; where it names none, says that there is no such page. */
export function sendPageInstead(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.removeHeader('allow');
  reply.headers({ ...PAGE_HEADERS, 'cache-control': 'no-store' });
  const view = VIEW.exec(pathOf(request.url))?.[1];
  if (view === undefined) return reply.code(404).type('text/html; charset=utf-8').send(NO_SUCH_PAGE);
  request.failure = undefined;
  return reply.redirect(`/#/${view}`);
}

/** As the routes read it. */
function pathOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0] as string;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
