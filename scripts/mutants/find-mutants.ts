/** The small faults that could be put into a file, each of which some test should notice. Pure. */
import { parseSync } from 'vite';

export interface Mutant {
  readonly operator: string;
  /** Characters of the source that are replaced. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

// biome-ignore lint/suspicious/noExplicitAny: nodes of the parser, whatever their kind.
type Node = Record<string, any> & { readonly type: string; readonly start: number; readonly end: number };

const BINARY: Readonly<Record<string, string>> = {
  '>': '>=',
  '>=': '>',
  '<': '<=',
  '<=': '<',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
};
const LOGICAL: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const ASSIGNED: Readonly<Record<string, string>> = { '+=': '-=', '-=': '+=' };
const METHODS: Readonly<Record<string, string>> = { min: 'max', max: 'min', some: 'every', every: 'some' };

/** Numbers above are sizes and times, which few tests should know. */
const LARGEST_NUMBER = 10;

/** @returns the mutants of each place, in the file's order. @throws where the file cannot be parsed. */
export function findMutants(file: string, source: string): Mutant[][] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const places: Mutant[][] = [];
  const slice = ({ start, end }: Node) => source.slice(start, end);
  const bodies = new Set<Node>();

  const visit = (node: Node, parent: Node | undefined, inFunction: boolean): void => {
    if (/^TS(?!AsExpression|NonNull|Satisfies)|^(?:Import|ExportAll)/.test(node.type)) return;
    // A table of data is looked at by what reads it.
    if (!inFunction && /^(?:ArrayExpression|ObjectExpression)$/.test(node.type) && isData(node)) return;
    const found = mutantsOf(node, parent);
    if (found.length > 0) places.push(found);
    const within = inFunction || /Function/.test(node.type);
    if (/Function/.test(node.type) && node.body != null) bodies.add(node.body);
    for (const child of childrenOf(node)) visit(child, node, within);
  };

  const mutantsOf = (node: Node, parent: Node | undefined): Mutant[] => {
    const replace = (operator: string, text: string, { start, end }: Pick<Node, 'start' | 'end'> = node) => ({
      operator,
      start,
      end,
      text,
    });
    const swap = (table: Readonly<Record<string, string>>, left: Node, right: Node): Mutant[] => {
      const other = table[node.operator];
      if (other === undefined) return [];
      const at = source.indexOf(node.operator, left.end);
      return at < right.start
        ? [replace(`${node.operator} to ${other}`, other, { start: at, end: at + node.operator.length })]
        : [];
    };
    switch (node.type) {
      case 'BinaryExpression':
        return node.operator === '+' && [node.left, node.right].some(isText)
          ? []
          : swap(BINARY, node.left, node.right);
      case 'LogicalExpression':
        return node.operator === '??'
          ? [replace('?? to its right side', `(${slice(node.right)})`)]
          : swap(LOGICAL, node.left, node.right);
      case 'AssignmentExpression':
        return isText(node.right) ? [] : swap(ASSIGNED, node.left, node.right);
      case 'Literal':
        if (typeof node.value === 'boolean')
          return [replace(`${node.value} to ${!node.value}`, `${!node.value}`)];
        if (typeof node.value !== 'number' || node.value > LARGEST_NUMBER || parent?.key === node) return [];
        // Below 0 there is seldom anything to tell apart.
        return [node.value + 1, node.value - 1]
          .filter((value) => value >= 0)
          .map((value) => replace(`${node.raw} to ${value}`, `(${value})`));
      case 'IfStatement':
      case 'ConditionalExpression':
        return [true, false].map((value) => replace(`condition to ${value}`, `${value}`, node.test));
      case 'ReturnStatement':
        // Where it is all that an `if` does, its condition is tried instead.
        // A function that ends returns `undefined` anyway.
        if (parent !== undefined && bodies.has(parent) && node.argument?.name === 'undefined') return [];
        return parent?.type === 'BlockStatement' && parent.body.at(-1) === node && parent.body.length > 1
          ? [replace('return removed', ';')]
          : [];
      case 'ExpressionStatement': {
        const call = node.expression.type === 'AwaitExpression' ? node.expression.argument : node.expression;
        return call.type === 'CallExpression' && call.callee.type !== 'Super'
          ? [replace('call removed', ';')]
          : [];
      }
      case 'CallExpression': {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || callee.computed) return [];
        const { name } = callee.property;
        const isMath = callee.object.type === 'Identifier' && callee.object.name === 'Math';
        const other = METHODS[name];
        if (other !== undefined && isMath === /^m/.test(name))
          return [replace(`${name} to ${other}`, other, callee.property)];
        const order = node.arguments[0];
        return /^(?:sort|toSorted)$/.test(name) && order?.params?.length === 2
          ? [
              replace('sort direction', `${slice(order.params[1])}, ${slice(order.params[0])}`, {
                start: order.params[0].start,
                end: order.params[1].end,
              }),
            ]
          : [];
      }
      default:
        return [];
    }
  };

  for (const node of program.body) visit(node as unknown as Node, undefined, false);
  return places.sort(([a], [b]) => (a as Mutant).start - (b as Mutant).start);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child?.type === 'string');
}

const isData = (node: Node): boolean => !/Function/.test(node.type) && childrenOf(node).every(isData);

function isText({ type, value, left, right, operator }: Node): boolean {
  if (type === 'BinaryExpression') return operator === '+' && (isText(left) || isText(right));
  return type === 'TemplateLiteral' || typeof value === 'string';
}
