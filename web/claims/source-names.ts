import { texts } from '../texts.ts';

export function nameSource(source: string): string {
  return texts.sources[source] ?? source;
}
