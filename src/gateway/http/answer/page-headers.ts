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

/** Those of the page. Everything from this host alone; nothing inline but the styles that its components write. */
export const PAGE_HEADERS = {
  ...pageHeaders(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; " +
      "form-action 'none'",
  ),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};
