import { createCache } from '@ant-design/cssinjs';

/**
 * The styles of components, kept when the last of a kind leaves the page. The library would forget them, and write them
 * anew when the next one comes: for a view with buttons and fields that takes longer than drawing it.
 */
export const keptStyles = createCache();

const { opUpdate } = keptStyles;
keptStyles.opUpdate = function keep(key, change) {
  opUpdate.call(this, key, (before) => change(before) ?? [0, before?.[1]]);
};
