import { describe, expect, it } from 'vitest';
import { splitThought, ThoughtSkipper } from './skip-thought.ts';

describe('a thought before an answer', () => {
  it.each([
    ['<think>Hm.</think>Yes.', 'Yes.', 'Hm.'],
    ['\n <think>\nHm.\n</think>\n\nYes. ', 'Yes. ', 'Hm.'],
    ['<think></think>Yes.', 'Yes.', ''],
    // Where the answer was cut, there is none.
    ['<think>Hm.', '', 'Hm.'],
    ['<think>Hm.</thi', '', 'Hm.</thi'],
    ['<think>', '', ''],
    // Further on, or in part, the words are the answer's own.
    ['Yes. <think>Hm.</think>', 'Yes. <think>Hm.</think>', ''],
    ['<think>Hm.</think>Yes. <think>No.</think>', 'Yes. <think>No.</think>', 'Hm.'],
    ['<thin', '<thin', ''],
    ['<thinking>Yes.', '<thinking>Yes.', ''],
    [' Yes.', ' Yes.', ''],
    ['', '', ''],
    ['<think>Hm.</thin>No.</think>Yes.', 'Yes.', 'Hm.</thin>No.'],
  ])('%j', (text, content, thought) => {
    expect(splitThought(text)).toEqual({ content, thought });
  });

  it.each(['<think>Hm.</think>\n\nYes.', 'Yes, I do.', '  <thin air>', '<think></think>\n', '<think>Hm'])(
    'is the same in pieces of any size: %j',
    (text) => {
      const whole = splitThought(text);
      for (let size = 1; size <= text.length; size++) {
        const skipper = new ThoughtSkipper();
        let [content, thought] = ['', ''];
        for (let at = 0; at < text.length; at += size) {
          content += skipper.read(text.slice(at, at + size));
          thought += skipper.takeThought();
        }
        content += skipper.end();
        thought += skipper.takeThought();
        expect([content, thought.trim()]).toEqual([whole.content, whole.thought]);
      }
    },
  );

  it('is over once the answer has begun', () => {
    const skipper = new ThoughtSkipper();
    expect([skipper.read('<think>Hm.</think> '), skipper.isOver]).toEqual(['', false]);
    expect([skipper.read('Yes'), skipper.isOver]).toEqual(['Yes', true]);
    expect(skipper.read(' <think>')).toBe(' <think>');
    expect(skipper.end()).toBe('');
  });

  it('is given as far as it is known to be one', () => {
    const skipper = new ThoughtSkipper();
    // The last seven units may be the beginning of its end.
    skipper.read('<think>A long thought');
    expect(skipper.takeThought()).toBe('A long ');
    expect(skipper.takeThought()).toBe('');
    skipper.read(' it is</think>');
    expect(skipper.takeThought()).toBe('thought it is');
  });
});
