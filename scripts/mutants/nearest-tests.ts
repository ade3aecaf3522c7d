/** Which tests look at a file, by who imports it: those beside it first. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

export interface Tests {
  /** The file's own test, then those of its folder. */
  readonly nearest: readonly string[];
  /** Others, those first that look at the fewest files: they are quick, and mean this one. */
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
  const breadth = new Map(tests.map((test) => [test, reach(test, imports).size]));

  return (file: string): Tests => {
    const looking = [...reach(file, importers)].filter((test) => isTest.has(test));
    const own = file.replace(/\.ts$/, '.test.ts');
    const isNear = (test: string) => path.dirname(test) === path.dirname(file);
    return {
      nearest: looking.filter(isNear).sort((a, b) => Number(b === own) - Number(a === own)),
      wider: looking.filter((test) => !isNear(test)).sort((a, b) => breadth.get(a)! - breadth.get(b)!),
    };
  };
}

/** All files that a file leads to. */
function reach(file: string, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const other of next.get(one) ?? []) reached.add(other);
  return reached;
}
