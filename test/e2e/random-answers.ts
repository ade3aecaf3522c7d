/** Random answers of all that an answer is made of, with claims anywhere. */
import fc from 'fast-check';

export interface RandomAnswer {
  readonly text: string;
  /** Each of which must be seen. */
  readonly words: readonly string[];
  readonly spans: readonly { readonly key: string; readonly start: number; readonly end: number }[];
}

/** `@` is a word that nothing else in the answer has. */
const INLINE = [
  '@',
  '**@** and *@*',
  '`@ $x$`',
  '$@_1 + \\frac{a}{b}$',
  '\\(\\text{@} \\le |x|\\)',
  '\\(\\broken{@}\\)',
  'it costs $5 and $10 @',
  '@[^1] and[^@]',
  '[@](https://example.org/$a$)',
  '$$@$$',
  '@ $ and \\( @',
];
const BLOCKS = [
  '#',
  '#',
  '- #\n- #\n  - #',
  '1. #\n\n   #',
  '> #',
  '## #',
  '| @ | # |\n|:--|--:|\n| $x_1$ | # |\n| @ | @ |',
  '```ts\nconst @ = `$x$`; // \\(\n```',
  '- @\n  ```sh\n  echo $@ $\n  ```',
  '\\[\n\\begin{aligned}\n@ &= b \\\\\n= c\n\\end{aligned}\n\\]',
  '$$\n- @\n$$',
  'Text #\n\\[ @ \\]\n#',
  '[^1]: # $y$\n[^note]: #\n\n    #',
  '\\[ @\n\nand #',
];

const inline = fc.constantFrom(...INLINE);
const block = fc
  .tuple(fc.constantFrom(...BLOCKS), fc.array(inline, { minLength: 3, maxLength: 3 }))
  .map(([frame, parts]) => {
    let next = 0;
    return frame.replaceAll('#', () => parts[next++ % parts.length] ?? '');
  });

export const anAnswer: fc.Arbitrary<RandomAnswer> = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 8 }),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 3, max: 90 })), {
      maxLength: 8,
    }),
  )
  .map(([blocks, places]) => {
    const words: string[] = [];
    const text = blocks.join('\n\n').replaceAll('@', () => {
      words.push(`word${words.length}z`);
      return words.at(-1) ?? '';
    });
    const spans = places.map(([share, length], index) => {
      const start = Math.floor(share * (text.length - 1));
      return { key: `claim-${index}`, start, end: Math.min(text.length, start + length) };
    });
    return { text, words, spans };
  });
