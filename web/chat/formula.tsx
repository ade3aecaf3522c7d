import { lazy, type ReactElement, Suspense } from 'react';

export interface FormulaProps {
  /** As it stands in the text, with its delimiters. */
  readonly source: string;
}

export const FormulaSource = ({ source }: FormulaProps): ReactElement => <span>{source}</span>;

// Loaded with the first formula. Where that fails, formulas are read as they were written.
const Typeset = lazy(() => import('./typeset.tsx').catch(() => ({ default: FormulaSource })));

/** A formula in TeX. */
export function Formula({ source }: FormulaProps): ReactElement {
  return (
    <Suspense fallback={<FormulaSource source={source} />}>
      <Typeset source={source} />
    </Suspense>
  );
}
