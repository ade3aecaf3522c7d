/** Which tests look at a file, by who imports it: those beside it first. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** So many tests come first for their names. */
const NAMED_ALIKE = 6;

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

export interface Tests {
  /** The file's own test, then those of its folder, the ones that are named most like it first. */
  readonly nearest: readonly string[];
  /** Others: those that are named most like it, then those that look at the fewest files, which are quick. */
  readonly wider: readonly string[];
}

/** @param tests paths like those of `files`, which are all files that may import another. */
export function createTestFinder(root: string, files: readonly string[], tests: readonly string[]) {
  const importers = new Map<string, string[]>();
  const imports = new Map<string, string[]>();
  for (const file of files) {
    for (const [, target] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      const imported = path.posix.join(path.posix.dirname(file), target as string);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
      imports.set(file, [...(imports.get(file) ?? []), imported]);
    }
  }
  const isTest = new Set(tests);
  const breadth = new Map([...isTest].map((test) => [test, reach(test, imports).size]));
  const commonness = Map.groupBy([...isTest].flatMap(wordsOf), (word) => word);
  /** How much two names have in common: a word counts the more, the fewer tests have it. */
  const likeness = (file: string, test: string): number => {
    const words = wordsOf(test);
    return wordsOf(file).reduce(
      (sum, word) => sum + (words.includes(word) ? 1 / commonness.get(word)!.length : 0),
      0,
    );
  };

  return (file: string): Tests => {
    const looking = [...reach(file, importers)].filter((test) => isTest.has(test));
    const own = file.replace(/\.ts$/, '.test.ts');
    const isNear = (test: string) => path.dirname(test) === path.dirname(file);
    const others = looking.filter((test) => !isNear(test)).sort((a, b) => breadth.get(a)! - breadth.get(b)!);
    const alike = others
      .filter((test) => likeness(file, test) > 0)
      .sort((a, b) => likeness(file, b) - likeness(file, a))
      .slice(0, NAMED_ALIKE);
    return {
      nearest: looking
        .filter(isNear)
        .sort((a, b) => Number(b === own) - Number(a === own) || likeness(file, b) - likeness(file, a)),
      wider: [...new Set([...alike, ...others])],
    };
  };
}

/** The words of a file's name and of its folder's, each once. */
function wordsOf(file: string): string[] {
  const name = path.basename(file).replace(/(?:\.test)?\.ts$/, '');
  return [...new Set([...name.split('-'), ...path.basename(path.dirname(file)).split('-')])];
}

/** All files that a file leads to. */
function reach(file: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const other of next.get(one) ?? []) reached.add(other);
  return reached;
}
