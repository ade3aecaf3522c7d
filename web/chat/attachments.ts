/** What goes along with a message: pictures for the model, and documents that its answer is held against. */
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { openFile } from '../api/gateway.ts';
import { isFields, listOf } from '../claims/read-claims.ts';
import { createStore, useStore } from '../state/create-store.ts';

export interface Picture {
  readonly name: string;
  /** A `data:` URL. */
  readonly url: string;
}

export interface AttachedDocument {
  readonly title: string;
  readonly text: string;
}

export interface Attachments {
  readonly pictures?: readonly Picture[];
  readonly documents?: readonly AttachedDocument[];
}

interface Attaching extends Required<Attachments> {
  /** How many files are being read. */
  readonly reading: number;
  readonly failure?: { readonly name: string; readonly facts: FailureFacts } | undefined;
}

const NOTHING: Attaching = { pictures: [], documents: [], reading: 0 };
/** What all providers take. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/;
export const ACCEPTED =
  'image/png,image/jpeg,image/gif,image/webp,.pdf,.docx,.html,.htm,.md,.markdown,.txt,text/plain,application/pdf';

/** By draft. They last as long as the page: a picture is more than browsers keep of a draft. */
const store = createStore<Readonly<Record<string, Attaching>>>({});

const change = (draft: string, to: (before: Attaching) => Attaching): void =>
  store.set((all) => ({ ...all, [draft]: to(all[draft] ?? NOTHING) }));

export function useAttaching(draft: string): Attaching {
  return useStore(store, (all) => all[draft] ?? NOTHING);
}

/** Reads files for the message that is being written: pictures here, documents by the gateway. */
export async function attach(draft: string, files: Iterable<File>): Promise<void> {
  for (const file of files) {
    change(draft, (before) => ({ ...before, reading: before.reading + 1, failure: undefined }));
    try {
      const added = await readFile(file);
      change(draft, (before) => ({
        ...before,
        pictures: [...before.pictures, ...(added.pictures ?? [])],
        documents: [...before.documents, ...(added.documents ?? [])],
      }));
    } catch (error) {
      const failure = { name: file.name, facts: factsOf(error) };
      change(draft, (before) => ({ ...before, failure }));
    }
    change(draft, (before) => ({ ...before, reading: before.reading - 1 }));
  }
}

async function readFile(file: File): Promise<Attachments> {
  if (PICTURE.test(file.type)) return { pictures: [{ name: file.name, url: await toDataUrl(file) }] };
  const { text, title } = await openFile(file, new AbortController().signal);
  return { documents: [{ title: title ?? file.name, text }] };
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

export function detach(draft: string, gone: Picture | AttachedDocument): void {
  change(draft, ({ pictures, documents, ...others }) => ({
    ...others,
    pictures: pictures.filter((one) => one !== gone),
    documents: documents.filter((one) => one !== gone),
  }));
}

/** Takes what is attached away with the message that is sent. */
export function takeAttachments(draft: string): Attachments {
  const { pictures, documents } = store.get()[draft] ?? NOTHING;
  change(draft, () => NOTHING);
  return pickAttachments({ pictures, documents });
}

/** Without empty lists. */
export function pickAttachments({ pictures = [], documents = [] }: Attachments): Attachments {
  return {
    ...(pictures.length === 0 ? {} : { pictures }),
    ...(documents.length === 0 ? {} : { documents }),
  };
}

/** Reads what was kept: a picture is a `data:` URL, or it is left out. */
export function readAttachments(value: {
  readonly pictures?: unknown;
  readonly documents?: unknown;
}): Attachments {
  const pictures = listOf(value.pictures).flatMap((one) =>
    isFields(one) &&
    typeof one.name === 'string' &&
    /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(String(one.url))
      ? [{ name: one.name, url: String(one.url) }]
      : [],
  );
  const documents = listOf(value.documents).flatMap((one) =>
    isFields(one) && typeof one.title === 'string' && typeof one.text === 'string'
      ? [{ title: one.title, text: one.text }]
      : [],
  );
  return pickAttachments({ pictures, documents });
}
