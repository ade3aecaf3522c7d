/**
 * Whether a text can be the id of a model. Ids become parts of URLs: none can leave its path.
 */
export function isModelId(text: string): boolean {
  return /^[A-Za-z0-9._:@/-]{1,128}$/.test(text) && !text.includes('..');
}

/** An id as a part of a URL's path, each segment encoded. */
export function encodeModelId(wireId: string): string {
  return wireId.split('/').map(encodeURIComponent).join('/');
}
