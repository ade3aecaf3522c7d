import type { ReactElement } from 'react';

export function StatusView(): ReactElement {
  return <div />;
}
