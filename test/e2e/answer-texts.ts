/** What a model writes where somebody asks for one of these. */
const WIDE = Array.from({ length: 14 }, (_, column) => `Column ${column}`);
const LINES = Array.from({ length: 900 }, (_, line) => `const value${line} = "text" + ${line}; // line`);

export const ANSWERS: Readonly<Record<string, string>> = {
  Formulas: [
    'The energy is $E = mc^2$, and \\(\\sqrt{x}\\) is its root. It costs $5 and $10.',
    '$$\n\\int_0^1 x^2 \\, dx = \\frac{1}{3}\n$$',
    '- within a list:\n  \\[\n  a &= b\n  \\]',
    `\\[ ${Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(' + ')} \\]`,
    '$$f(x) = \\begin{cases} \\cancel{x} & x > 0 \\\\ \\overbrace{a + b}^{n} & \\text{else} \\end{cases} \\tag{1}$$',
    'Over these words $\\kern-9em\\raisebox{-2em}{\\rule{9em}{4em}}$ nothing is drawn.',
    'Broken: $\\frac{1$ and `$code$`.',
  ].join('\n\n'),
  Code: `\`\`\`ts\n/* a comment\n of two lines */\nconst answer: number = 42; // yes\n\`\`\`\n\nand\n\n\`\`\`python\ndef f(x):\n    return "text"\n\`\`\`\n\n\`\`\`nonsense\nplain\n\`\`\`\n\nEnd.`,
  'Long code': `\`\`\`js\n${LINES.join('\n')}\n\`\`\`\n\nEnd.`,
  Table: [
    `| ${WIDE.join(' | ')} |`,
    `|${WIDE.map((_, column) => [':--', ':-:', '--:'][column % 3]).join('|')}|`,
    `| ${WIDE.map((_, column) => `a cell of some words ${column}`).join(' | ')} |`,
    '\n| A | B |\n|---|--:|\n| 1 | 2 |',
  ].join('\n'),
  Footnotes: [
    'The tower is tall[^1], old[^note] and heavy[^1]. Nothing is said of this[^9].',
    ...Array.from({ length: 40 }, (_, index) => `Paragraph ${index} of some words.`),
    '[^1]: The tower is 330 metres tall.\n[^note]: Finished in 1889.\n\n    More of it.',
  ].join('\n\n'),
};
