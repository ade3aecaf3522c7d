/** A reply as far as it may send elsewhere. */
export interface Redirecting {
  readonly status: number;
  header(name: string): string | undefined;
}

/**
 * @param from where the request was sent.
 * @returns where it is to be sent now, or `undefined` where the reply is no redirect that may be followed: to
 *   another host or port, from https back to http, or one that would turn a POST into a GET.
 */
export function followRedirect(from: URL, reply: Redirecting, method: 'GET' | 'POST'): URL | undefined {
  const keepsMethod = reply.status === 307 || reply.status === 308;
  const changesPost = reply.status === 301 || reply.status === 302 || reply.status === 303;
  if (!keepsMethod && !(changesPost && method === 'GET')) return undefined;
  const location = reply.header('location');
  if (location === undefined || !URL.canParse(location, from.href)) return undefined;
  const to = new URL(location, from);
  const upgrades =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  const stays = to.origin === from.origin || (upgrades && to.hostname === from.hostname);
  return stays && to.username === '' && to.password === '' ? to : undefined;
}
