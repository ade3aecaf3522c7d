/**
 * Each key and text that a test sends is a canary: it may stand in no line of the log, no metric and, a key, in no file
 * that the gateway has written. Every gateway that a test starts is searched when it is stopped.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Shorter ones may stand somewhere by chance. */
const SHORTEST_KEY = 8;
const SHORTEST_TEXT = 24;
/** What is remembered of one gateway, of each kind. */
const MOST = 2_000;

export interface Canaries {
  /** Remembers the keys and texts of a request. */
  sent(body: unknown, headers: Readonly<Record<string, string>>): void;
  /** @returns where one was found, without the canary itself; empty where none was. */
  search(outputs: Readonly<Record<string, string>>, dataDir: string): string[];
}

export function watchCanaries(): Canaries {
  const keys = new Set<string>();
  const texts = new Set<string>();
  const keep = (set: Set<string>, value: unknown, shortest: number): void => {
    if (typeof value === 'string' && value.length >= shortest && set.size < MOST) set.add(value);
  };
  return {
    sent(body, headers) {
      for (const [name, value] of Object.entries(headers)) {
        if (!/^authorization$/i.test(name)) continue;
        const key = value.replace(/^bearer /i, '');
        if (key.startsWith('sk-')) keep(keys, key, SHORTEST_KEY);
      }
      if (typeof body !== 'object' || body === null) return;
      const { api_key: key, messages, text, input } = body as Record<string, unknown>;
      if (typeof key === 'string' && key.startsWith('sk-')) keep(keys, key, SHORTEST_KEY);
      for (const one of [
        text,
        input,
        ...(Array.isArray(messages) ? messages.map((each) => each?.content) : []),
      ]) {
        // As it would stand in a line of JSON.
        if (typeof one === 'string')
          keep(texts, JSON.stringify(one.slice(0, 200)).slice(1, -1), SHORTEST_TEXT);
      }
    },
    search(outputs, dataDir) {
      const found = Object.entries(outputs).flatMap(([name, output]) =>
        [...keys, ...texts].some((canary) => output.includes(canary)) ? [name] : [],
      );
      return [...found, ...filesWith(dataDir, keys)];
    },
  };
}

function filesWith(directory: string, canaries: ReadonlySet<string>): string[] {
  if (canaries.size === 0 || !existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = path.join(directory, name);
    if (!statSync(file).isFile()) return false;
    const bytes = readFileSync(file);
    return [...canaries].some((canary) => bytes.includes(canary));
  });
}
