/**
 * Words whose class says more about a sentence than the word itself: closed classes, and the open ones that
 * mark opinion, advice, speech, change or measure. They are part of what the model was trained on, so a change
 * of `model/word-classes.json` needs a new training. A word may be in several classes; the first one of the
 * file is its main class.
 */
import lists from './model/word-classes.json' with { type: 'json' };

export type WordClass = keyof typeof lists;

/** In the order in which a word's main class is chosen; a class's number is its place. */
export const WORD_CLASSES = Object.keys(lists) as readonly WordClass[];

/** @returns the words of a class. */
export function wordsOf(wordClass: WordClass): readonly string[] {
  return lists[wordClass].join(' ').split(' ');
}
