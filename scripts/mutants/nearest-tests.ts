/** Which tests look at a file, by who imports it: those beside it first. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

export interface Tests {
  /** The file's own test, then those of its folder. */
  readonly nearest: readonly string[];
  /** Others, by how many imports away they are. */
  readonly wider: readonly string[];
}

/** @param tests paths like those of `files`, which are all files that may import another. */
export function createTestFinder(root: string, files: readonly string[], tests: readonly string[]) {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const [, target] of readFileSync(path.join(root, file), 'utf8').matchAll(IMPORT)) {
      const imported = path.posix.join(path.posix.dirname(file), target as string);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const isTest = new Set(tests);

  return (file: string): Tests => {
    const reached = new Set([file]);
    for (const next of reached) for (const importer of importers.get(next) ?? []) reached.add(importer);
    const inOrder = [...reached].filter((test) => isTest.has(test));
    const own = file.replace(/\.ts$/, '.test.ts');
    const isNear = (test: string) => path.dirname(test) === path.dirname(file);
    return {
      nearest: inOrder.filter(isNear).sort((a, b) => Number(b === own) - Number(a === own)),
      wider: inOrder.filter((test) => !isNear(test)),
    };
  };
}
