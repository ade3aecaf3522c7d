import { beforeEach, describe, expect, it } from 'vitest';
import type { GatewayError } from '../../../domain/errors.ts';
import { createMemory, type Holding, type Memory, type MemoryCaller } from './memory.ts';

const MIB = 1024 * 1024;
const ROOM = 400 * MIB;
const stranger = (address: string): MemoryCaller => ({ address });
const accepted = (key: string): MemoryCaller => ({ accepted: key });

let clock = 0;
let isTight = false;
let memory: Memory;
beforeEach(() => {
  clock = 0;
  isTight = false;
  memory = createMemory({ room: ROOM, isTight: () => isTight, now: () => clock });
});

interface Upload extends Holding {
  /** Why it had to give way. */
  readonly ended: GatewayError[];
}

function upload(caller: MemoryCaller): Upload {
  const ended: GatewayError[] = [];
  const holding = memory.open(() => caller);
  holding.arriving((error) => ended.push(error));
  return { ...holding, ended };
}

/** @returns how many of so many uploads are let in. */
function letIn(count: number, bytes: number, callerOf: (at: number) => MemoryCaller): number {
  let some = 0;
  for (let at = 0; at < count; at++) {
    try {
      upload(callerOf(at)).take(bytes);
      some += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'over_capacity', status: 503 });
    }
  }
  return some;
}

describe('bodies that are not whole', () => {
  it('of one address have a quarter of the room, of all strangers half of it', () => {
    expect(letIn(60, 28 * MIB, () => stranger('a'))).toBe(3);
    expect(letIn(60, 28 * MIB, (at) => stranger(`of-${at}`))).toBe(4);
    expect(memory.isFull).toBe(false);
  });

  it('of one accepted key have half of the room, whatever strangers hold', () => {
    letIn(60, 28 * MIB, (at) => stranger(`of-${at}`));
    expect(letIn(60, 28 * MIB, () => accepted('k'))).toBe(7);
    expect(memory.isFull).toBe(true);
  });

  it('count from their first byte, not by what they declare', () => {
    const first = upload(stranger('a'));
    for (let at = 0; at < 99; at++) first.take(MIB);
    expect(letIn(1, 2 * MIB, () => stranger('a'))).toBe(0);
    expect(letIn(1, MIB, () => stranger('a'))).toBe(1);
  });

  it('give way once they are silent, the one that was silent longest first', () => {
    const [oldest, next, active] = [upload(stranger('a')), upload(stranger('a')), upload(stranger('a'))];
    oldest.take(30 * MIB);
    clock += 10;
    next.take(30 * MIB);
    clock += 2_000;
    active.take(30 * MIB);
    const comes = upload(stranger('a'));
    comes.take(30 * MIB);
    expect([oldest, next, active].map(({ ended }) => ended.length)).toEqual([1, 0, 0]);
    expect(oldest.ended[0]).toMatchObject({ status: 503 });
    comes.take(20 * MIB);
    expect([oldest, next, active].map(({ ended }) => ended.length)).toEqual([1, 1, 0]);
    oldest.release();
    next.release();
  });

  it('give way no more once they are whole', () => {
    const whole = upload(stranger('a'));
    whole.take(90 * MIB);
    whole.whole();
    clock += 60_000;
    expect(letIn(1, 20 * MIB, () => stranger('a'))).toBe(0);
    expect(whole.ended).toEqual([]);
    whole.release();
    expect(letIn(1, 20 * MIB, () => stranger('a'))).toBe(1);
  });
});

it('one request is let in where its caller has no other, however large', () => {
  const large = upload(stranger('a'));
  large.take(150 * MIB);
  expect(() => upload(stranger('a')).take(MIB)).toThrow();
});

it('small bodies ask nobody whose they are', () => {
  let asked = 0;
  const holding = memory.open(() => {
    asked += 1;
    return stranger('a');
  });
  holding.take(16 * 1024);
  expect(asked).toBe(0);
  holding.take(1);
  expect(asked).toBe(1);
});

it('above four fifths of the room nothing new is let in, until something is released', () => {
  const open = [upload(accepted('k')), upload(accepted('l'))];
  open[0]?.take(200 * MIB);
  open[1]?.take(120 * MIB);
  expect(memory.isFull).toBe(false);
  open[1]?.take(1);
  expect(memory.isFull).toBe(true);
  open[0]?.release();
  expect(memory.isFull).toBe(false);
});

it('a process that takes too much lets nothing new in while requests hold half of the room, and only then', () => {
  isTight = true;
  const open = [upload(accepted('k')), upload(accepted('l'))];
  open[0]?.take(200 * MIB);
  expect(memory.isFull).toBe(false);
  open[1]?.take(1);
  expect(memory.isFull).toBe(true);
  isTight = false;
  expect(memory.isFull).toBe(false);
});

it('what is released twice, or has given way, is counted once', () => {
  const one = upload(stranger('a'));
  one.take(90 * MIB);
  one.release();
  one.release();
  clock += 5_000;
  expect(letIn(60, 28 * MIB, () => stranger('a'))).toBe(3);
});
