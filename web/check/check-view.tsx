import type { ReactElement } from 'react';

export function CheckView(): ReactElement {
  return <div />;
}
