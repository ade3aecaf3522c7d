/** Takes everything that this browser keeps out into a file, and adds what such a file holds. */
import { addConversations, getConversations } from '../chat/conversation-shelf.ts';
import { readCheck } from '../check/check-rows.ts';
import { addChecks, getEntries, readShelf as readChecks } from '../check/check-shelf.ts';
import { keeper } from '../check/check-store.ts';
import { nameCheck } from '../check/kept-check.ts';
import { addRuns, readRun } from '../evaluate/keep-runs.ts';
import { readRuns } from '../evaluate/run-shelf.ts';
import { texts } from '../texts.ts';
import { findNew, readArchive, writeArchive } from './archive.ts';

export async function exportAll(now: Date): Promise<string> {
  keeper.flush();
  await readChecks();
  const checks = await Promise.all(getEntries().map(({ id }) => readCheck(id)));
  const there = checks.filter((check) => check !== undefined);
  const runs = await Promise.all((await readRuns()).map(({ id }) => readRun(id)));
  return writeArchive(
    {
      conversations: getConversations(),
      checks: there,
      runs: runs.flatMap((run) => (run === undefined ? [] : [{ id: run.run.id, ...run }])),
    },
    now,
  );
}

export interface Imported {
  readonly conversations: number;
  readonly checks: number;
  readonly runs: number;
  /** So many were there already, as they are in the file. */
  readonly known: number;
}

/** @throws {ArchiveFault} where the file is broken; then nothing is added. */
export async function importAll(file: string): Promise<Imported> {
  const archive = readArchive(file);
  await readChecks();
  const { copy } = texts.data;
  const conversations = findNew(archive.conversations, getConversations(), (one, id) => ({
    ...{ ...one, id, title: copy(one.title) },
  }));
  const checks = findNew(archive.checks, getEntries(), (check, id) => {
    const opening = check.text.trim().slice(0, 60);
    return { ...check, id, about: { ...check.about, title: copy(nameCheck({ ...check, opening })) } };
  });
  const kept = (await readRuns()).map(({ id, finished }) => ({ id, updated: finished }));
  const dated = archive.runs.map((whole) => ({ ...whole, updated: whole.results.length }));
  const runs = findNew(dated, kept, ({ run, ...whole }, id) => ({
    ...{ ...whole, id, run: { ...run, id, file: copy(run.file) } },
  }));
  await addConversations(conversations);
  await addChecks(checks);
  await addRuns(runs);
  await readRuns();
  const all = archive.conversations.length + archive.checks.length + archive.runs.length;
  const added = { conversations: conversations.length, checks: checks.length, runs: runs.length };
  return { ...added, known: all - added.conversations - added.checks - added.runs };
}
