/** @returns an address of the web, with every character that could end or hide it encoded. */
export function pageOf(url: string): string | undefined {
  const page = URL.parse(url);
  if (page === null || !/^https?:$/.test(page.protocol)) return undefined;
  return page.href.replace(/[<>\\\s]/g, encodeURIComponent);
}
