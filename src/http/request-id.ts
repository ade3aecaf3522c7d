const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The caller's request id where it is one that can be written down, else a new one.
 *
 * @param header `X-Request-Id` as it came.
 * @param secrets what the id must not hold: keys given with the request.
 */
export function requestId(
  header: string | string[] | undefined,
  secrets: readonly (string | undefined)[],
  newId: () => string,
): string {
  if (typeof header !== 'string' || !WELL_FORMED.test(header)) return newId();
  return secrets.some((secret) => secret !== undefined && overlaps(header, secret)) ? newId() : header;
}

/** Whether the id holds the key, or a part of it that would tell something. */
function overlaps(id: string, secret: string): boolean {
  const key = secret.replace(/^bearer\s+/i, '').trim();
  if (key === '') return false;
  if (id.includes(key)) return true;
  const size = 8;
  for (let i = 0; i + size <= key.length; i++) if (id.includes(key.slice(i, i + size))) return true;
  return false;
}
