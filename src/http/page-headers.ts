/**
 * Headers of a page: what it may load, and that nobody may frame it.
 *
 * @param policy of its own, in the words of `Content-Security-Policy`.
 */
export function pageHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `${policy}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}
