import katex, { type KatexOptions } from 'katex';
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { texts } from '../texts.ts';
import type { FormulaProps } from './formula.tsx';
import { useSideScroll } from './use-side-scroll.ts';
import 'katex/dist/katex.min.css';
import './formula.css';

/** What a model writes is not trusted: no addresses, no pictures, no attributes, no endless macros. */
const OPTIONS: KatexOptions = {
  throwOnError: true,
  trust: false,
  strict: 'ignore',
  maxSize: 10,
  maxExpand: 200,
  errorColor: 'currentColor',
};

/** Drawing takes time by the length; nobody writes longer formulas. */
const LONGEST = 4_000;

/** A formula as it is printed, with MathML for screen readers. One that TeX cannot read stays as it was written. */
export default function Typeset({ source }: FormulaProps): ReactElement {
  return /^(?:\$\$|\\\[)/.test(source) ? <Display source={source} /> : <Inline source={source} />;
}

function Inline({ source }: FormulaProps): ReactElement {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => typeset(box.current, source, false), [source]);
  return <span ref={box} className="formula" />;
}

function Display({ source }: FormulaProps): ReactElement {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => typeset(box.current, source, true), [source]);
  return (
    <span className="formula formula-display" {...useSideScroll<HTMLSpanElement>(texts.chat.formula)}>
      <span ref={box} />
    </span>
  );
}

function typeset(box: HTMLSpanElement | null, source: string, displayMode: boolean): void {
  if (box === null) return;
  const tex = /^(?:\$\$|\\[([])([\s\S]*)(?:\$\$|\\[)\]])$|^\$([\s\S]*)\$$/.exec(source);
  try {
    if (source.length > LONGEST) throw new RangeError('too long to draw');
    katex.render(tex?.[1] ?? tex?.[2] ?? '', box, { ...OPTIONS, displayMode });
  } catch {
    box.textContent = source;
  }
}
