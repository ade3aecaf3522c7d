import { useState } from 'react';
import { useDeed } from '../shell/use-deed.ts';

/** {@link useDeed} by a key, with what is said of the last one. @param key without one, nothing is done. */
export function useKeyDeed(key: string | undefined) {
  const [said, setSaid] = useState('');
  const deeds = useDeed();
  return {
    ...deeds,
    said,
    /** @param deed returns what is said once it is done. */
    runWithKey: (deed: (key: string) => Promise<string>): Promise<boolean> =>
      deeds.run(async () => {
        setSaid('');
        if (key !== undefined) setSaid(await deed(key));
      }),
  };
}
