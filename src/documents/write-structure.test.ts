import { expect, it } from 'vitest';
import { sampleDocx } from '../../test/harness/sample-documents.ts';
import { parsePage } from './page-tree.ts';
import { readDocx } from './read-docx.ts';
import { writeStructure } from './write-structure.ts';

const written = (html: string): string => writeStructure(parsePage(html));

it.each([
  ['blocks', '<p>One\n two.</p><div>Three.<p>Four.</p></div>', 'One two.\n\nThree.\n\nFour.'],
  ['headings', '<h1>Towers <i>of</i>\n Rome</h1><p>Old.</p><h3></h3>', '# Towers of Rome\n\nOld.'],
  ['items', '<p>So:</p><ul><li>One<li><p>Two</p></ul>End', 'So:\n\n- One\n- Two\n\nEnd'],
  ['numbers', '<ol start="3"><li>One</li><li>Two</li></ol>', '3. One\n4. Two'],
  ['lists in lists', '<ul><li>A<ol><li>B</li></ol></li><li>C</li></ul>', '- A\n1. B\n- C'],
  ['line breaks', 'One<br>two', 'One\ntwo'],
  [
    'a table with its head',
    '<table><caption>Prices</caption><tr><th>Item<th>2024<tr><td>Tea | milk<td><p>$3</p></table>',
    '| Item | 2024 |\n| --- | --- |\n| Tea \\| milk | $3 |',
  ],
  [
    'a head that only its words show',
    '<table><tr><td>Town</td><td>2024</td></tr><tr><td>Alta</td><td>12,300</td></tr></table>',
    '| Town | 2024 |\n| --- | --- |\n| Alta | 12,300 |',
  ],
  [
    'a table without a head',
    '<table><tr><td>Alta</td><td>1</td></tr><tr><td colspan="2">Total</td></tr></table>',
    '| Alta | 1 |\n| Total | |',
  ],
  [
    'properties',
    '<table><tr><th>Capital:</th><td>Rome</td></tr><tr><th>Area</th><td>302 km²</td></tr></table>',
    'Capital: Rome\nArea: 302 km²',
  ],
  [
    'tables that arrange a page',
    '<table><tr><td><table><tr><td>A</td><td>B</td></tr></table></td><td>C</td></tr></table>',
    '| A | B |\n\nC',
  ],
  ['a column', '<table><tr><td>A</td></tr><tr><td>B</td></tr></table>', 'A\n\nB'],
  ['long cells', `<table><tr><td>${'a'.repeat(301)}</td><td>B</td></tr></table>`, `${'a'.repeat(301)}\n\nB`],
  ['nothing that is not shown', '<style>a</style><p>One</p><script>b</script><title>c</title>', 'One'],
])('writes %s', (_, html, text) => {
  expect(written(html)).toBe(text);
});

it('reads headings, breaks and tables of a DOCX, and leaves its notes out', async () => {
  const paragraph = (text: string, style = '') => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
  const body =
    paragraph('Elbert', '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>') +
    '<w:p><w:r><w:t>One.</w:t><w:br/><w:t>Two.</w:t></w:r></w:p>' +
    `<w:tbl>${row('Town', '2024')}${row('Alta', '12,300')}</w:tbl>`;
  const xml = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  const { text } = await readDocx(sampleDocx([], { 'word/document.xml': Buffer.from(xml) }));
  expect(text).toBe('# Elbert\n\nOne.\nTwo.\n\n| Town | 2024 |\n| --- | --- |\n| Alta | 12,300 |');
});
