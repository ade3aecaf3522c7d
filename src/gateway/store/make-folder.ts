import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder, and those that lead to it, where they are not there. Node's own `recursive` never returns in file
 * systems that refuse a folder as if its parent were missing, such as `/proc`.
 *
 * @param mode of the folders that are made.
 * @throws NodeJS.ErrnoException; `EEXIST` where a file or a link that leads nowhere has the name.
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  for (const one of missing) {
    try {
      mkdirSync(one, mode);
    } catch (error) {
      // Another process may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(one)) throw error;
    }
  }
}
