import { describe, expect, it } from 'vitest';
import { cleanLine } from '../../../corpus/clean-text.ts';
import { splitSentences } from '../../../text/split-sentences.ts';
import { readStarterEntries } from './read-entries.ts';

const entries = readStarterEntries();

describe('the starter corpus', () => {
  it('has entries enough to try the gateway with, each under its own id and title', () => {
    expect(entries.length).toBeGreaterThan(150);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(new Set(entries.map(({ title }) => title)).size).toBe(entries.length);
    for (const { id } of entries) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('says each thing in one to five plain sentences', () => {
    const wrong = entries.filter(({ title, text }) => {
      const sentences = splitSentences(text).length;
      return (
        sentences < 1 ||
        sentences > 5 ||
        text.length < 60 ||
        text.length > 700 ||
        cleanLine(text) !== text ||
        cleanLine(title) !== title ||
        /[<>*_#]/.test(text)
      );
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('names an article of the encyclopedia beside each', () => {
    for (const { seeAlso } of entries) {
      expect(seeAlso).toMatch(/^https:\/\/en\.wikipedia\.org\/wiki\/[\w%().,-]+$/);
      expect(new URL(seeAlso).href).toBe(seeAlso);
    }
  });
});
