/**
 * The text of a tree of HTML, with what its layout says in the marks of Markdown: headings, items of lists, rows of tables.
 * Claims are found by them: what a row says stands in its head too.
 */
import type { TreeNode } from './page-tree.ts';

const BLOCK = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM HEADER HR
  MAIN NAV P PRE SECTION SUMMARY TABLE TD TH TR`.split(/\s+/),
);
const HIDDEN = new Set(
  'SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT SVG MATH TITLE BUTTON SELECT'.split(' '),
);
const HEADING = /^H[1-6]$/;
const CELLS = new Set(['TD', 'TH']);
/** A table with longer cells arranges a page. UTF-16 units. */
const LONGEST_CELL = 300;
/** Columns of one cell. */
const MOST_SPANNED = 20;
/** Stands behind a mark: the text begins on its line, whatever block it stands in. HTML has no such character. */
const JOIN = '\u0000';
const AFTER_MARK = new RegExp(`${JOIN}\\s*`, 'g');
/** A number or a sum, which is in no table's head, as years are. */
const VALUE = /^(?!(?:1\d|20)\d\d$)[-+~≈<>–]? ?(?:US)?[$€£¥₹]? ?\d/u;

interface List {
  /** Number of the item before; `undefined` where items have none. */
  number: number | undefined;
}

/**
 * @param isSkipped what is left out, with all that is in it.
 * @returns a blank line between blocks, one line per item and per row.
 */
export function writeStructure(root: TreeNode, isSkipped: (node: TreeNode) => boolean = () => false): string {
  const pieces: string[] = [];
  const walkChildren = (node: TreeNode, list: List | undefined): void => {
    for (const child of node.childNodes) walk(child, list);
  };
  const walk = (node: TreeNode, list: List | undefined): void => {
    if (node.nodeType === 3) pieces.push((node.textContent ?? '').replace(/\s+/gu, ' '));
    if (node.nodeType !== 1 && node.nodeType !== 9 && node.nodeType !== 11) return;
    const name = nameOf(node);
    if (HIDDEN.has(name) || isSkipped(node)) return;
    const rows = name === 'TABLE' ? rowsOf(node) : undefined;
    const heading = HEADING.test(name) ? lineOf(node) : '';
    if (rows !== undefined) pieces.push('\n\n', writeTable(rows), '\n\n');
    else if (heading !== '') pieces.push('\n\n', '#'.repeat(Number(name[1])), ' ', heading, '\n\n');
    else if (name === 'BR') pieces.push('\n');
    else if (name === 'LI') {
      pieces.push('\n', nextMark(list), JOIN);
      walkChildren(node, list);
    } else {
      const isList = name === 'UL' || name === 'OL';
      const around = BLOCK.has(name) || (isList && list === undefined) ? '\n\n' : '';
      pieces.push(around);
      walkChildren(node, isList ? { number: name === 'OL' ? startOf(node) - 1 : undefined } : list);
      pieces.push(around);
    }
  };
  walk(root, undefined);
  return pieces
    .join('')
    .replace(AFTER_MARK, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function nameOf({ nodeName }: TreeNode): string {
  return nodeName.toUpperCase();
}

function startOf(list: TreeNode): number {
  const start = Number(list.getAttribute?.('start') ?? 1);
  return Number.isSafeInteger(start) ? start : 1;
}

function nextMark(list: List | undefined): string {
  if (list?.number === undefined) return '- ';
  list.number += 1;
  return `${list.number}. `;
}

/** All words of a node on one line. */
function lineOf(node: TreeNode): string {
  return (node.textContent ?? '').replace(/\s+/gu, ' ').trim();
}

interface Row {
  readonly cells: readonly string[];
  /** By cell: whether it names a row or a column. */
  readonly heads: readonly boolean[];
}

/** @returns `undefined` where a table only arranges a page, or has a single column. */
function rowsOf(table: TreeNode): Row[] | undefined {
  const found: TreeNode[] = [];
  if (!findRows(table, found)) return undefined;
  const filled = found.map(rowOf).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isTable = filled.length > 0 && filled.every(({ cells }) => cells.length > 1);
  const isShort = filled.every(({ cells }) => cells.every((cell) => cell.length <= LONGEST_CELL));
  return isTable && isShort ? filled : undefined;
}

/** @returns whether all rows were found, and no other table within. */
function findRows(node: TreeNode, found: TreeNode[]): boolean {
  for (const child of node.childNodes) {
    const name = nameOf(child);
    if (name === 'TR') found.push(child);
    if (name === 'TABLE' || !findRows(child, found)) return false;
  }
  return true;
}

function rowOf(row: TreeNode): Row {
  const cells: string[] = [];
  const heads: boolean[] = [];
  for (const cell of row.childNodes) {
    if (!CELLS.has(nameOf(cell))) continue;
    const isHead = nameOf(cell) === 'TH';
    const spanned = Math.min(Number(cell.getAttribute?.('colspan') ?? 1) || 1, MOST_SPANNED);
    cells.push(lineOf(cell), ...Array.from({ length: spanned - 1 }, () => ''));
    heads.push(...Array.from({ length: spanned }, () => isHead));
  }
  return { cells, heads };
}

/** Properties, each named by a head, are lines of their own; all else is a table. */
function writeTable(rows: readonly Row[]): string {
  if (rows.every(({ cells, heads }) => cells.length === 2 && heads[0] && !heads[1]))
    return rows.map(({ cells: [key = '', value = ''] }) => `${key.replace(/ ?:$/, '')}: ${value}`).join('\n');
  const [first, ...rest] = rows.map(({ cells }) => `| ${cells.map(escapePipes).join(' | ')} |`);
  const width = rows[0]!.cells.length;
  const rule = isHeader(rows) ? [`|${' --- |'.repeat(width)}`] : [];
  return [first, ...rule, ...rest].join('\n');
}

function isHeader([first, ...rest]: readonly Row[]): boolean {
  if (first!.heads.every(Boolean)) return true;
  const hasValue = ({ cells }: Row): boolean => cells.some((cell) => VALUE.test(cell));
  return !hasValue(first!) && rest.some(hasValue);
}

function escapePipes(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
