/** Random, of letters and digits. `crypto.randomUUID` is there in secure contexts alone, and pages are opened over HTTP too. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
