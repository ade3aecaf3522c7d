import { describe, expect, it } from 'vitest';
import { schemaFaults } from './check-schema-size.ts';

/** Has as many members as it says. */
const schema = (members: number) =>
  Object.fromEntries(Array.from({ length: members }, (_, at) => [`a${at}`, 1]));
const placed = (...schemas: unknown[]) => schemas.map((one, at) => ({ place: ['tools', at], schema: one }));
const faults = (most: number, ...schemas: unknown[]) => schemaFaults(placed(...schemas), 'parameters', most);

describe('schemaFaults', () => {
  it('allows as many members as there may be', () => {
    expect(faults(3, schema(3))).toEqual([]);
    expect(faults(3, { a: { b: [1] } })).toEqual([]);
    expect(faults(0, {})).toEqual([]);
    expect(faults(0, undefined)).toEqual([]);
    expect(faults(0, null)).toEqual([]);
    expect(faults(3)).toEqual([]);
  });

  it('names the one that has more', () => {
    expect(faults(1_000, schema(1_001))).toMatchObject([
      {
        loc: ['body', 'tools', 0, 'parameters'],
        msg: expect.stringMatching(/schema has more than 1,000 members$/),
      },
    ]);
    expect(faults(2, { a: { b: [1] } })).toHaveLength(1);
    expect(faults(1, { a: { b: {} } })).toHaveLength(1);
  });

  it('counts those of all, and names the one with which they are too many', () => {
    expect(faults(4, schema(2), schema(2))).toEqual([]);
    const [fault, ...more] = faults(4, schema(2), schema(2), schema(1), schema(1));
    expect(more).toEqual([]);
    expect(JSON.stringify(fault)).toContain('schema has more than 4 members, with those before');
    expect(JSON.stringify(fault)).toContain('2');
  });
});
