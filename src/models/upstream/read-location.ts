/** Where a redirect leads: one HEAD request, whose `Location` is read and never followed. */
import type { Sender } from './send-request.ts';

/** Milliseconds. */
const TIMEOUT = 2_000;

/**
 * @param url on the host of the redirects, https.
 * @returns the page's address; `undefined` where the redirect gives none in time.
 */
export async function readLocation(
  { http, userAgent }: Sender,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { origin, pathname, search } = new URL(url);
  try {
    const reply = await http.call({
      method: 'HEAD',
      origin,
      path: pathname + search,
      headers: { 'user-agent': userAgent },
      signal,
      firstByteTimeout: TIMEOUT,
      idleTimeout: TIMEOUT,
    });
    await reply.body.textUpTo(0, TIMEOUT);
    if (reply.status < 300 || reply.status > 399) return undefined;
    const location = reply.header('location') ?? '';
    if (!/^https?:\/\//i.test(location) || !URL.canParse(location)) return undefined;
    const page = new URL(location);
    return page.host === new URL(url).host || page.username !== '' ? undefined : page.href;
  } catch {
    return undefined;
  }
}
