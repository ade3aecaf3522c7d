/** Where the page came from; `undefined` where no browser shows it. */
const originHere = (): string | undefined =>
  (globalThis as { location?: { readonly origin: string } }).location?.origin;

/**
 * @param url as a model or a source gives it; those of the gateway's own entries are relative.
 * @returns the address as it is from anywhere; `undefined` for what is no page: `javascript:`, `data:`, malformed.
 */
export function pageAddress(url: string | undefined): string | undefined {
  const origin = originHere();
  if (url === undefined || url === '' || !URL.canParse(url, origin)) return undefined;
  const { protocol, href } = new URL(url, origin);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
