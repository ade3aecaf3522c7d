import type { ReactElement } from 'react';

export function EvaluateView(): ReactElement {
  return <div />;
}
