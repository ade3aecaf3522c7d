/** Which run is open: the one that the address names, as this tab or another one has left it. */
import { useEffect, useState } from 'react';
import { addressOf, addressOfRun, readPlace, replaceAddress, usePlace } from '../shell/views.ts';
import { createStore, useStore } from '../state/create-store.ts';
import { getKeys } from '../state/keys.ts';
import { useModels } from '../state/models.ts';
import { hearTabs } from '../state/tabs.ts';
import { recallOpen } from './keep-runs.ts';
import { stateOfRun } from './run.ts';
import { dropRun, getRun, openRun, readAnew, resume, subscribeToRun, useRun } from './run-store.ts';

/** The id of a run that was looked for in vain. */
const notThere = createStore<string | undefined>(undefined);
/** A run that was under way when its tab was left. */
const interrupted = createStore<string | undefined>(undefined);

export type Opening = 'open' | 'opening' | 'none' | 'missing';

/** Opens the run that the address names, and goes on with one that a reload left once the keys are known. */
export function useOpenRun(): Opening {
  const { view, run: named } = usePlace();
  const id = useRun()?.id;
  const missing = useStore(notThere, (one) => one);
  const left = useStore(interrupted, (one) => one);
  const { list } = useModels();
  const [following, setFollowing] = useState(true);
  useEffect(() => {
    if (view !== 'evaluate') return;
    setFollowing(true);
    void follow(named).then(() => setFollowing(false));
  }, [view, named]);
  useEffect(() => {
    // Before, nobody can say which key there is.
    if (left === undefined || left !== id || list === undefined || getKeys().sandbox === undefined) return;
    interrupted.set(() => undefined);
    resume();
  }, [left, id, list]);
  if (named !== undefined && missing === named) return 'missing';
  if (id !== undefined && (named === undefined || named === id)) return 'open';
  return following || named !== undefined ? 'opening' : 'none';
}

/** Opens what an address names; without a name, what this tab had open last. */
async function follow(named: string | undefined): Promise<void> {
  const open = getRun()?.id;
  if (named === open && open !== undefined) return;
  if (named === undefined && open !== undefined) return nameShown();
  const id = named ?? recallOpen();
  if (id === undefined) return;
  const running = await openRun(id);
  if (running === undefined) {
    if (named !== undefined) notThere.set(() => named);
    return;
  }
  notThere.set(() => undefined);
  if (running) interrupted.set(() => id);
}

/** What was open before: its address follows what takes its place. */
let shown: string | undefined;

/** The address names the run that is open. */
function nameShown(): void {
  const id = getRun()?.id;
  const before = shown;
  shown = id;
  const { view, run } = readPlace(location.hash);
  if (view !== 'evaluate' || run === id || (run !== undefined && run !== before)) return;
  replaceAddress(id === undefined ? addressOf('evaluate') : addressOfRun(id));
}

subscribeToRun(() => {
  if (getRun()?.id !== shown) nameShown();
});

/** What another tab makes of the open run is shown here too. */
hearTabs('runs', (id) => {
  const run = getRun();
  if (run?.id !== id || stateOfRun(run) === 'running' || !run.kept) return;
  void readAnew(id).then((there) => {
    if (there || getRun()?.id !== id) return;
    // The address goes on naming it: the view says that it is gone.
    shown = undefined;
    notThere.set(() => id);
    dropRun();
  });
});
