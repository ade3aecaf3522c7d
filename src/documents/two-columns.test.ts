import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { detectClaims } from '../engine/claims/detect.ts';
import { readPdf } from './read-pdf.ts';

const FOLDER = join(import.meta.dirname, '__fixtures__', 'two-columns');
const claims = readFileSync(join(FOLDER, 'claims.txt'), 'utf8').trim().split('\n');

it.each(['latex', 'browser', 'office'])(
  'a paper in two columns by %s is read column by column',
  async (tool) => {
    const { text } = await readPdf(new Uint8Array(readFileSync(join(FOLDER, `${tool}.pdf`))), 1e6);
    const found = detectClaims(text).map(({ original_text }) => original_text);
    expect(claims.filter((claim) => !found.includes(claim))).toEqual([]);
    const others = found.filter((one) => !claims.includes(one));
    expect(others.filter((one) => /Annual Report|Municipal Studies|^Municipality|^\d+$/.test(one))).toEqual(
      [],
    );
    expect(text).not.toMatch(/Annual Report|Municipal Studies/);
    // A row that a page keeps apart from its table has no other to be known by.
    expect(text).toMatch(/^Municipality\t2023\t2024\nLisbon\t41\.2\t44\.8\nPorto\t28\.9\t30\.1/m);
  },
);
