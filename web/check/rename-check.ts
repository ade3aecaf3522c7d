import { makeTitle } from '../chat/conversation.ts';
import { changeEntry } from './check-shelf.ts';
import { changeAbout, getCheck } from './check-store.ts';

/** Gives a check a title, whether or not it is open; an empty one is none. */
export async function renameCheck(id: string, title: string): Promise<void> {
  const made = makeTitle(title);
  if (made === '') return;
  if (getCheck().id === id) changeAbout({ title: made });
  else await changeEntry(id, (entry) => ({ ...entry, about: { ...entry.about, title: made } }));
}
