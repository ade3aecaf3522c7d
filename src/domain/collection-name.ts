/** Names of collections of the operator's documents, and how config refers to them. */

const NAME = /^[a-z][a-z0-9.-]{0,63}$/;
const CORPUS = 'corpus';

export function isCollectionName(text: string): boolean {
  return NAME.test(text);
}

/**
 * @param source `corpus`, or `corpus:` and the name of a collection.
 * @returns the collection's name, '' for the one without; `undefined` for any other source.
 */
export function collectionOfSource(source: string): string | undefined {
  if (source === CORPUS) return '';
  const name = source.startsWith(`${CORPUS}:`) ? source.slice(CORPUS.length + 1) : '';
  return isCollectionName(name) ? name : undefined;
}
