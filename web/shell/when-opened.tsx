import { type ComponentType, lazy, type ReactElement, Suspense, useRef } from 'react';

export interface Openable {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A dialog whose code is loaded when it is opened for the first time. */
export function whenOpened(
  load: () => Promise<ComponentType<Openable>>,
): (props: Openable) => ReactElement | null {
  const Dialog = lazy(async () => ({ default: await load() }));
  return function WhenOpened(props: Openable): ReactElement | null {
    const wanted = useRef(false);
    wanted.current ||= props.open;
    if (!wanted.current) return null;
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    );
  };
}
