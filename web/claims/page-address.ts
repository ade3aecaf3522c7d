/**
 * @param url as a model or a source gives it; those of the gateway's own entries are relative.
 * @returns the address as it is from anywhere; `undefined` for what is no page: `javascript:`, `data:`, malformed.
 */
export function pageAddress(url: string | undefined): string | undefined {
  if (url === undefined || url === '' || !URL.canParse(url, location.origin)) return undefined;
  const { protocol, href } = new URL(url, location.origin);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
