/**
 * Writes the papers in two columns that PDFs are read by in tests, by three tools: LaTeX, a browser's print, LibreOffice. Each holds
 * the same 120 claims, running heads, numbers of pages, headings and a table. `node scripts/make-two-columns.ts FOLDER` needs
 * pdflatex, chromium and soffice.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PLACES =
  'Lisbon Porto Bremen Ghent Turin Krakow Malmo Tampere Graz Lyon Bilbao Galway Brno Aarhus Basel Leeds Utrecht Riga Tartu Vilnius'.split(
    ' ',
  );
const FORMS: readonly ((place: string, count: number, year: number, later: number) => string)[] = [
  (place, count, year, later) =>
    `The municipality of ${place} spent ${count} million euros on cycle lanes between ${year} and ${later}, which was more than any other town of its size had spent.`,
  (place, count, year) =>
    `In ${year}, the port of ${place} handled ${count} million tonnes of freight, most of it containers from Asia.`,
  (place, count, year) =>
    `The university hospital in ${place} treated ${count} thousand patients in ${year} and employed more than two thousand nurses.`,
  (place, count, year) =>
    `Air pollution in ${place} fell by ${count} percent after the council had closed the inner city to diesel cars in ${year}.`,
  (place, count, year) =>
    `The tram network of ${place} was extended by ${count} kilometres in ${year}, and the number of passengers rose by a third.`,
  (place, count, year, later) =>
    `According to the statistics office, the population of ${place} grew by ${count} percent between ${year} and ${later}.`,
];
const TITLE = 'Spending and growth of twenty towns';
const HEAD = 'Annual Report on Towns and Cities';
const SECTIONS = ['Transport', 'Health', 'Environment', 'Growth', 'Outlook'];
const TABLE = [
  ['Municipality', '2023', '2024'],
  ['Lisbon', '41.2', '44.8'],
  ['Porto', '28.9', '30.1'],
  ['Bremen', '17.3', '16.9'],
];

type Block = { heading: string } | { text: string } | { table: typeof TABLE };

const claims = PLACES.flatMap((place, row) =>
  FORMS.map((form, at) => {
    const count = 11 + ((row * 37 + at * 53) % 87);
    const year = 1990 + ((row * 7 + at * 5) % 19);
    return form(place, count, year, year + 3 + ((row + at) % 9));
  }),
);
const blocks: Block[] = [];
for (let at = 0; at < claims.length / 4; at++) {
  if (at % 6 === 0) blocks.push({ heading: SECTIONS[at / 6]! });
  blocks.push({ text: claims.slice(4 * at, 4 * at + 4).join(' ') });
  if (at === 8) blocks.push({ table: TABLE });
}

function written(heading: (words: string) => string, text: (words: string) => string, table: string): string {
  return blocks
    .map((block) =>
      'heading' in block ? heading(block.heading) : 'text' in block ? text(block.text) : table,
    )
    .join('\n');
}

const latex = String.raw`\documentclass[twocolumn,10pt]{article}
\usepackage{fancyhdr}
\pagestyle{fancy}\fancyhf{}\fancyhead[L]{${HEAD}}\fancyhead[R]{Municipal Studies 2024}\fancyfoot[C]{\thepage}
\title{${TITLE}}\author{A. Author and B. Writer}\date{March 2024}
\begin{document}\maketitle\thispagestyle{fancy}
${written(
  (words) => String.raw`\section{${words}}`,
  (words) => `${words}\n`,
  String.raw`\begin{table}[t]\centering\begin{tabular}{lrr}${TABLE.map((row) => row.join(' & ')).join(String.raw` \\ `)}\end{tabular}\caption{Spending by town.}\end{table}`,
)}
\end{document}`;

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${TITLE}</title><style>
@page { size: A4; margin: 22mm 16mm; @top-left { content: "${HEAD}"; font-size: 9pt } @bottom-center { content: counter(page); font-size: 9pt } }
body { font: 10pt/1.35 serif; hyphens: auto } div { columns: 2; column-gap: 8mm; text-align: justify }
</style><h1>${TITLE}</h1><p>A. Author and B. Writer</p><div>${written(
  (words) => `<h2>${words}</h2>`,
  (words) => `<p>${words}</p>`,
  `<table>${TABLE.map((row, at) => `<tr>${row.map((cell) => (at === 0 ? `<th>${cell}` : `<td>${cell}`)).join('')}`).join('')}</table>`,
)}</div></html>`;

const names = 'office style text table fo'
  .split(' ')
  .map((name) =>
    name === 'fo'
      ? 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
      : `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  .join(' ');
const cell = (words: string): string =>
  `<table:table-cell office:value-type="string"><text:p text:style-name="B">${words}</text:p></table:table-cell>`;
const odt = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${names} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties fo:page-width="210mm" fo:page-height="297mm" fo:margin="18mm"/><style:header-style><style:header-footer-properties fo:min-height="8mm"/></style:header-style><style:footer-style><style:header-footer-properties fo:min-height="8mm"/></style:footer-style></style:page-layout>
<style:style style:name="B" style:family="paragraph"><style:paragraph-properties fo:text-align="justify" fo:margin-bottom="2mm"/><style:text-properties fo:font-size="10pt" fo:language="en" fo:country="US" fo:hyphenate="true" fo:hyphenation-remain-char-count="2" fo:hyphenation-push-char-count="2"/></style:style>
<style:style style:name="H" style:family="paragraph"><style:text-properties fo:font-size="13pt" fo:font-weight="bold"/></style:style>
<style:style style:name="S" style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="8mm"><style:column style:rel-width="1*"/><style:column style:rel-width="1*"/></style:columns></style:section-properties></style:style></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="P"><style:header><text:p>${HEAD}</text:p></style:header><style:footer><text:p><text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles>
<office:body><office:text><text:p text:style-name="H">${TITLE}</text:p><text:section text:name="s" text:style-name="S">${written(
  (words) => `<text:h text:outline-level="1" text:style-name="H">${words}</text:h>`,
  (words) => `<text:p text:style-name="B">${words}</text:p>`,
  `<table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>${TABLE.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('')}</table:table>`,
)}</text:section></office:text></office:body></office:document>`;

const into = resolve(process.argv[2] ?? 'src/documents/__fixtures__/two-columns');
const cwd = mkdtempSync(join(tmpdir(), 'two-columns-'));
const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, args, { cwd, stdio: 'ignore' });
};
mkdirSync(into, { recursive: true });
writeFileSync(join(into, 'claims.txt'), `${claims.join('\n')}\n`);
writeFileSync(join(cwd, 'latex.tex'), latex);
writeFileSync(join(cwd, 'browser.html'), html);
writeFileSync(join(cwd, 'office.fodt'), odt);
for (let pass = 0; pass < 2; pass++) run('pdflatex', ['-interaction=batchmode', 'latex.tex']);
run('chromium', [
  '--headless',
  '--no-sandbox',
  '--no-pdf-header-footer',
  '--print-to-pdf=browser.pdf',
  'browser.html',
]);
run('soffice', ['--headless', '--convert-to', 'pdf', 'office.fodt']);
for (const name of ['latex', 'browser', 'office'])
  renameSync(join(cwd, `${name}.pdf`), join(into, `${name}.pdf`));
