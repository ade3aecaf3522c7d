import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCapacity, createPlaces } from './capacity.ts';

const newResponse = (socket: object = {}) =>
  Object.assign(new EventEmitter(), { destroyed: false, req: { socket } }) as unknown as ServerResponse & {
    destroyed: boolean;
  };

describe('createCapacity', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const open = (most: number) => createCapacity(createPlaces(most), () => Date.now());

  it('has as many places as it is made with; each is free again once its response is over', () => {
    const capacity = open(2);
    const told: boolean[] = [];
    const first = newResponse();
    for (const response of [first, newResponse(), newResponse()]) {
      capacity.enter(response, (hasPlace) => told.push(hasPlace));
    }
    expect([told, capacity.isFull]).toEqual([[true, true, false], true]);
    first.emit('close');
    expect(capacity.isFull).toBe(false);
    capacity.enter(newResponse(), (hasPlace) => told.push(hasPlace));
    expect(told.at(-1)).toBe(true);
  });

  it('gives a place back once, however often it is left', () => {
    const capacity = open(2);
    const first = newResponse();
    for (const response of [first, newResponse()]) capacity.enter(response, () => {});
    capacity.leave(first);
    first.emit('close');
    capacity.enter(newResponse(), () => {});
    expect(capacity.isFull).toBe(true);
  });

  it('refuses a connection in a hurry once a second, and thousands of them a thousand times a second', () => {
    const capacity = open(1);
    capacity.enter(newResponse(), () => {});
    let refused = 0;
    const hurry = (socket: object): void => {
      capacity.enter(newResponse(socket), () => {
        refused += 1;
        if (refused < 100_000) hurry(socket);
      });
    };
    hurry({});
    expect(refused).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect(refused).toBe(11);

    refused = 0;
    for (let i = 0; i < 4_000; i++) hurry({});
    expect(refused).toBe(4_000);
    vi.advanceTimersByTime(10_000);
    expect(refused).toBeGreaterThan(4_000 + 8_000);
    expect(refused).toBeLessThanOrEqual(4_000 + 10_001);
  });

  it('gives whoever waits for a refusal a place that has become free', () => {
    const capacity = open(1);
    const first = newResponse();
    capacity.enter(first, () => {});
    const socket = {};
    const told: boolean[] = [];
    for (let i = 0; i < 3; i++) capacity.enter(newResponse(socket), (hasPlace) => told.push(hasPlace));
    first.emit('close');
    vi.advanceTimersByTime(5_000);
    expect(told).toEqual([false, true, false]);
  });

  it('gives none to a caller who has left meanwhile', () => {
    const capacity = open(1);
    const first = newResponse();
    capacity.enter(first, () => {});
    const socket = {};
    capacity.enter(newResponse(socket), () => {});
    const gone = newResponse(socket);
    capacity.enter(gone, () => {});
    gone.destroyed = true;
    first.emit('close');
    vi.advanceTimersByTime(5_000);
    expect(capacity.isFull).toBe(false);
  });
});
