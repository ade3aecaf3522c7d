import { z } from 'zod';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/**
 * A span of time in a config file: a number of seconds, or a number with `ms`, `s`, `m` or `h`.
 * Milliseconds once read.
 */
export const duration = z
  .union([z.number().nonnegative(), z.string().regex(/^\d+(\.\d+)?(ms|s|m|h)$/)], {
    error: 'must be a number of seconds, or a number with ms, s, m or h',
  })
  .transform((value) => {
    if (typeof value === 'number') return value * 1_000;
    const [, number, unit] = /^([\d.]+)([a-z]+)$/.exec(value) as unknown as [
      string,
      string,
      keyof typeof UNITS,
    ];
    return Number(number) * UNITS[unit];
  });

const SIZES = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

/** A size in a config file: bytes, or a number with `KiB`, `MiB` or `GiB`. Bytes once read. */
export const byteSize = z
  .union([z.number().int().positive(), z.string().regex(/^\d+ ?(B|KiB|MiB|GiB)$/)], {
    error: 'must be a number of bytes, or a number with KiB, MiB or GiB',
  })
  .transform((value) => {
    if (typeof value === 'number') return value;
    const [, number, unit] = /^(\d+) ?([A-Za-z]+)$/.exec(value) as unknown as [
      string,
      string,
      keyof typeof SIZES,
    ];
    return Number(number) * SIZES[unit];
  });
