import { beforeEach, describe, expect, it } from 'vitest';
import { type Circuit, createCircuit } from './circuit.ts';

const HOST = 'https://provider.example';
let time: number;
let circuit: Circuit;
beforeEach(() => {
  time = 0;
  circuit = createCircuit({ failures: 3, deadAfter: 1_000, pause: 500, now: () => time });
});

const isOpen = (): boolean => circuit.enter(HOST) > 0;
const die = (): void => {
  for (let i = 0; i < 3; i++) circuit.failed(HOST);
  time += 1_000;
  // The first call after that is a try.
  expect(isOpen()).toBe(false);
  expect(isOpen()).toBe(true);
};

describe('the circuit of a host', () => {
  it('stays closed over a short restart, however many calls fail in it', () => {
    for (let i = 0; i < 1_000; i++) circuit.failed(HOST);
    time = 999;
    expect(isOpen()).toBe(false);
  });

  it('stays closed over few failures, however long ago the first was', () => {
    circuit.failed(HOST);
    circuit.failed(HOST);
    time = 1_000_000;
    expect(isOpen()).toBe(false);
  });

  it('opens on a host that is dead: calls fail at once, but for one every so often', () => {
    die();
    time += 499;
    expect(isOpen()).toBe(true);
    time += 1;
    expect(isOpen()).toBe(false);
    expect(isOpen()).toBe(true);
  });

  it('tries no less often after hours, so that a host that is back is served at once', () => {
    die();
    for (let i = 0; i < 10_000; i++) {
      time += 500;
      expect(isOpen()).toBe(false);
      circuit.failed(HOST);
      expect(isOpen()).toBe(true);
    }
  });

  it('closes at the first success', () => {
    die();
    time += 500;
    expect(isOpen()).toBe(false);
    circuit.reached(HOST);
    for (let i = 0; i < 10; i++) expect(isOpen()).toBe(false);
    circuit.failed(HOST);
    expect(isOpen()).toBe(false);
  });

  it('tries again though the one that tried never came back', () => {
    die();
    time += 10_000;
    expect(isOpen()).toBe(false);
  });

  it('is no other host’s', () => {
    die();
    expect(circuit.enter('https://other.example')).toBe(0);
  });

  it('says for how long nobody may try', () => {
    die();
    time += 200;
    expect(circuit.enter(HOST)).toBe(300);
  });

  it('where no time is given opens at the last of the failures, and its pause begins there', () => {
    const strict = createCircuit({ failures: 3, pause: 500, now: () => time });
    for (let i = 0; i < 2; i++) strict.failed(HOST);
    expect(strict.enter(HOST)).toBe(0);
    time += 100;
    strict.failed(HOST);
    expect(strict.enter(HOST)).toBe(500);
    time += 300;
    // A failure more, of a call that was under way, makes the pause no longer.
    strict.failed(HOST);
    expect(strict.enter(HOST)).toBe(200);
    strict.failed(HOST, true);
    expect(strict.enter(HOST)).toBe(200);
    time += 200;
    expect([strict.enter(HOST), strict.enter(HOST)]).toEqual([0, 500]);
  });

  it('is said to be reached again only where it had failed, and once', () => {
    const reached: string[] = [];
    const watched = createCircuit({
      failures: 3,
      pause: 500,
      now: () => time,
      onReached: (name) => reached.push(name),
    });
    watched.reached(HOST);
    watched.failed(HOST);
    watched.reached(HOST);
    watched.reached(HOST);
    expect(reached).toEqual([HOST]);
  });

  it('opens at once where the failure is a lasting one', () => {
    const strict = createCircuit({ failures: 3, pause: 500, now: () => time });
    strict.failed(HOST, true);
    expect(strict.enter(HOST)).toBe(500);
    time += 500;
    expect(strict.enter(HOST)).toBe(0);
  });
});
