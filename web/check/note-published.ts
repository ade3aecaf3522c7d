import type { CheckAbout, Published } from '../claims/check-about.ts';
import { changeEntry } from './check-shelf.ts';
import { changeAbout, getCheck } from './check-store.ts';

/** Notes where a check is published, whether or not it is still open. @param published absent where it is not. */
export async function notePublished(id: string, published: Published | undefined): Promise<void> {
  const note = ({ published: _before, ...about }: CheckAbout): CheckAbout =>
    published === undefined ? about : { ...about, published };
  if (getCheck().id === id) changeAbout({ published });
  else await changeEntry(id, (entry) => ({ ...entry, about: note(entry.about) }));
}
