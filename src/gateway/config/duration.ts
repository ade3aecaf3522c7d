import { z } from 'zod';

const TIMES = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SIZES = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/**
 * A span of time in a config file: a number of seconds, or a number with `ms`, `s`, `m` or `h`.
 * Milliseconds once read.
 */
export const duration = oneOf(
  z.number().nonnegative(),
  /^\d+(\.\d+)?(ms|s|m|h)$/,
  'must be a number of seconds, or a number with ms, s, m or h, such as 30s',
).transform((value) => (typeof value === 'number' ? value * TIMES.s : multiply(value, TIMES)));

/** A size in a config file: bytes, or a number with `KiB`, `MiB` or `GiB`. Bytes once read. */
export const byteSize = oneOf(
  z.number().int().positive(),
  /^\d+ ?(B|KiB|MiB|GiB)$/,
  'must be a number of bytes, or a number with KiB, MiB or GiB, such as 4MiB',
).transform((value) => (typeof value === 'number' ? value : multiply(value, SIZES)));

/** A number, or a text of a form. The same message says what is expected, whichever of the two was meant. */
function oneOf(number: z.ZodNumber, form: RegExp, message: string) {
  return z.union([number, z.string().regex(form, message)], { error: message });
}

function multiply(text: string, units: Readonly<Record<string, number>>): number {
  const unit = text.replace(/^[\d.]+ ?/, '');
  return Number.parseFloat(text) * units[unit]!;
}
