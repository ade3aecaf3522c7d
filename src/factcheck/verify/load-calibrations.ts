import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Calibration, readCalibration } from './calibration.ts';

/**
 * @param directory holds one file a judge, as `npm run bench:verify` leaves them; it need not be there.
 * @throws Error that names the file which cannot be read as one.
 */
export function loadCalibrations(directory: string): readonly Calibration[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = path.join(directory, name);
      try {
        return readCalibration(JSON.parse(readFileSync(file, 'utf8')));
      } catch (error) {
        throw new Error(`${file}: ${(error as Error).message}`);
      }
    });
}
