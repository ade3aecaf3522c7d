import { type ComponentType, lazy } from 'react';
import { NotLoaded } from './not-loaded.tsx';

/** A part of the page whose code is loaded when it is first drawn; where that fails, it says so. */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotLoaded }),
    ),
  );
}
