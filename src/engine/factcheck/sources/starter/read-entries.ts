/** The starter corpus: short entries of the gateway's own on what is often asked and often believed. */
import { readFileSync } from 'node:fs';

export interface StarterEntry {
  /** Part of its address, `/starter/{id}`: lower-case words with hyphens. */
  readonly id: string;
  readonly title: string;
  /** Two to five sentences. */
  readonly text: string;
  /** The encyclopedia's article on the matter: another text than this one. */
  readonly seeAlso: string;
}

const SUBJECTS = ['space', 'earth', 'body', 'nature', 'history', 'places', 'science', 'culture'];

/** @returns all entries, in the order of their files. */
export function readStarterEntries(): readonly StarterEntry[] {
  return SUBJECTS.flatMap((subject) => {
    const file = new URL(`./${subject}.json`, import.meta.url);
    const entries: { id: string; title: string; text: string; see_also: string }[] = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return entries.map(({ id, title, text, see_also: seeAlso }) => ({ id, title, text, seeAlso }));
  });
}
