/**
 * What keeps a text from being the address below which a service is asked. Paths are appended to it, so that
 * a query, a fragment or a password in it could only be dropped.
 */
export function baseUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must be an http(s) URL';
  if (url.username !== '' || url.password !== '') return 'must not hold a user or a password';
  return /[?#]/.test(text) ? 'must not have a query or a fragment' : undefined;
}
