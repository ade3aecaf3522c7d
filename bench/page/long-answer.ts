/** Answers as long as one likes, of all that an answer is made of, with claims throughout. */

const PARTS = [
  '## Part {n}: towers and bridges\n\n',
  'The tower of town {n} was completed in 18{nn} and is 3{nn} metres tall. It stands in **Paris**, and about 7 million people visit it each year. See [the record](https://example.org/{n}).\n\n',
  'Some people like it; others do not. `span_{n}` holds its length.\n\n',
  '- The bridge was opened in 19{nn}.\n- It cost {n} million dollars.\n- Its span is 1,2{nn} metres.\n\n',
  '| Town | Height | Year |\n|---|---|---|\n| A{n} | 3{nn} m | 18{nn} |\n| B{n} | 2{nn} m | 19{nn} |\n\n',
  '```ts\nexport function span{n}(length: number): number {\n  return length * {n} + 1;\n}\n```\n\n',
  '1. First, the river Elbe is 1,094 kilometres long.\n2. Second, the population grew by {nn} percent in 20{nn}.\n\n',
  '> "It was built in two years", said the mayor in 18{nn}.\n\n',
];

/** @returns markdown of exactly so many UTF-16 units. */
export function writeLongAnswer(length: number): string {
  let text = '';
  for (let n = 1; text.length < length; n += 1) {
    for (const part of PARTS)
      text += part.replaceAll('{nn}', String(10 + (n % 90))).replaceAll('{n}', String(n));
  }
  return text.slice(0, length);
}
