/** Calls between two processes, both ways, over a channel that carries what can be cloned. */

/** One entry of a batch. Ids are counted by the side that calls. */
type Entry =
  | readonly [kind: 'call', id: number, name: string, args: readonly unknown[]]
  | readonly [kind: 'tell', name: string, args: readonly unknown[]]
  | readonly [kind: 'done', id: number, value: unknown]
  | readonly [kind: 'failed', id: number, error: unknown];

/** All entries of one turn of the event loop travel as one message: a message costs more than what it holds. */
export type Batch = readonly Entry[];

/** What one side answers, by name. Arguments and results are cloned on the way. */
export type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>;

/** How the handlers of the other side look from here. */
type Remote<H extends Handlers> = {
  readonly [Name in keyof H]: (...args: Parameters<H[Name]>) => Promise<Awaited<ReturnType<H[Name]>>>;
};

export interface Calls<Theirs extends Handlers> {
  /** Calls the other side. Rejects with what its handler threw (its name, message and codes), or once the channel is closed. */
  readonly call: Remote<Theirs>;
  /** As `call`, without an answer, and without an error where it fails. */
  readonly tell: { readonly [Name in keyof Theirs]: (...args: Parameters<Theirs[Name]>) => void };
  /** Sends what waits at once, so that it arrives before what this process does next. */
  flush(): void;
  /** To be called with each batch that arrives. */
  receive(batch: Batch): void;
  /** The channel is closed: all calls that wait reject, and later ones too. */
  close(): void;
}

/**
 * @param send takes what is to be carried to the other side.
 * @param handlers what this side answers.
 */
export function createCalls<Theirs extends Handlers>(
  send: (batch: Batch) => void,
  handlers: Handlers,
): Calls<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let batch: Entry[] = [];
  let lastId = 0;
  let closed = false;

  const sendBatch = (): void => {
    const entries = batch;
    batch = [];
    if (!closed && entries.length > 0) send(entries);
  };
  const say = (entry: Entry): void => {
    if (closed) return;
    if (batch.push(entry) === 1) setImmediate(sendBatch);
  };
  const run = async (name: string, args: readonly unknown[]): Promise<unknown> =>
    handlers[name]!(...(args as never[]));
  const answer = (id: number, name: string, args: readonly unknown[]): void => {
    run(name, args).then(
      (value) => say(['done', id, value]),
      (error) => say(['failed', id, carriable(error)]),
    );
  };

  return {
    call: byName<Remote<Theirs>>((name, args) => {
      if (closed) return Promise.reject(channelClosed());
      const question = Promise.withResolvers<unknown>();
      waiting.set(++lastId, question);
      say(['call', lastId, name, args]);
      return question.promise;
    }),
    tell: byName((name, args) => say(['tell', name, args])),
    flush: sendBatch,
    receive(entries) {
      for (const entry of entries) {
        if (entry[0] === 'call') answer(entry[1], entry[2], entry[3]);
        else if (entry[0] === 'tell') run(entry[1], entry[2]).catch(() => {});
        else {
          const question = waiting.get(entry[1]);
          waiting.delete(entry[1]);
          if (entry[0] === 'done') question?.resolve(entry[2]);
          else question?.reject(Object.assign(new Error(), entry[2]));
        }
      }
    },
    close() {
      closed = true;
      for (const { reject } of waiting.values()) reject(channelClosed());
      waiting.clear();
    },
  };
}

function channelClosed(): Error {
  return Object.assign(new Error('The other process has ended'), { code: 'ECONNRESET' });
}

/** An error's own enumerable properties, such as codes, with its name and message: a clone would keep only those. */
function carriable(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  return { ...error, name: error.name, message: error.message };
}

function byName<T>(use: (name: string, args: readonly unknown[]) => unknown): T {
  const made = new Map<string, (...args: readonly unknown[]) => unknown>();
  return new Proxy({} as T & object, {
    get(_target, name: string) {
      let member = made.get(name);
      if (member === undefined) {
        member = (...args) => use(name, args);
        made.set(name, member);
      }
      return member;
    },
  });
}
