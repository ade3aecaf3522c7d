/** Bodies that go through: JSON as its caller wrote it, but for ids of models and the key; forms as they come. */
import type { IncomingMessage } from 'node:http';
import { type FieldFault, GatewayError, ValidationError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/json-object.ts';
import { parseText, textOf } from '../body/parse-json.ts';
import { applyEdits, findMembers, type Member, type MemberPath } from './find-members.ts';
import { boundaryOf, FormReader } from './form-reader.ts';

/** What a provider is sent, once it is known which. */
export interface PassedBody {
  /** Ids of models, as the caller wrote them. */
  readonly models: readonly string[];
  /** The members of a JSON body; of a form nothing is known. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Headers that say how long it is and of which kind. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it can be sent again. */
  readonly isRepeatable: boolean;
  /** @param wireIds of the provider, by the caller's own; ids that are missing stay as they are. */
  toSend(wireIds: ReadonlyMap<string, string>): Pick<PassedBody, 'headers'> & {
    readonly body?: string | AsyncIterable<Uint8Array>;
  };
  /** The rest is not wanted: it is read away, so that the caller gets its answer. */
  discard(): void;
  /** What was wrong with the body while it was sent. */
  readonly fault: GatewayError | undefined;
}

/** Embeddings are asked for with up to 300,000 tokens, which some clients send as numbers. */
const MOST_MEMBERS = 400_000;

/** A JSON body. `api_key` has the name under which a request's key is looked for. */
export class JsonText {
  readonly text: string;
  readonly value: unknown;
  readonly api_key: unknown;

  /** @throws ValidationError `json_invalid`. */
  constructor(bytes: Buffer) {
    this.text = bytes.length === 0 ? '' : textOf(bytes);
    this.value = bytes.length === 0 ? undefined : parseText(this.text, MOST_MEMBERS);
    this.api_key = isObject(this.value) ? this.value.api_key : undefined;
  }
}

/** A form that has not been read. */
export class FormStream {
  readonly source: IncomingMessage;

  constructor(source: IncomingMessage) {
    this.source = source;
  }
}

const NOTHING: PassedBody = {
  models: [],
  fields: {},
  headers: {},
  isRepeatable: true,
  toSend: () => ({ headers: {} }),
  discard() {},
  fault: undefined,
};

const KEY: MemberPath = ['api_key'];

/**
 * @param paths where ids of models stand.
 * @param limit bytes that a form may have.
 * @throws ValidationError where the body is of another form; GatewayError 413.
 */
export async function readPassedBody(
  body: unknown,
  paths: readonly MemberPath[],
  limit: number,
): Promise<PassedBody> {
  if (body instanceof FormStream) return new PassedForm(body.source, limit).readHead();
  if (!(body instanceof JsonText) || body.value === undefined) return NOTHING;
  return readJsonText(body, paths);
}

function readJsonText({ text, value }: JsonText, paths: readonly MemberPath[]): PassedBody {
  if (!isObject(value)) {
    throw new ValidationError([
      { loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type' },
    ]);
  }
  const members = findMembers(text, [KEY, ...paths]);
  const faults = [...repeatFaults(members), ...typeFaults(members, text)];
  if (faults.length > 0) throw new ValidationError(faults);
  const idOf = ({ from, to }: Member): unknown => JSON.parse(text.slice(from, to));
  const named = members.filter((member) => member.path !== KEY && typeof idOf(member) === 'string');
  return {
    ...NOTHING,
    models: named.map((member) => idOf(member) as string),
    fields: value,
    toSend: (wireIds) => ({
      headers: { 'content-type': 'application/json' },
      body: applyEdits(text, [
        ...members
          .filter(({ path }) => path === KEY)
          .map(({ start, end }) => ({ from: start, to: end, text: '' })),
        ...named
          .map((member) => ({ ...member, wireId: wireIds.get(idOf(member) as string) }))
          .filter(
            ({ wireId, from, to }) => wireId !== undefined && wireId !== JSON.parse(text.slice(from, to)),
          )
          .map(({ from, to, wireId }) => ({ from, to, text: JSON.stringify(wireId) })),
      ]),
    }),
  };
}

/** Of two members with one name, readers take either: what was checked must be what is asked. */
function repeatFaults(members: readonly Member[]): FieldFault[] {
  return members
    .filter((member, at) =>
      members.slice(0, at).some(({ path, holder }) => path === member.path && holder === member.holder),
    )
    .map(({ path }) => ({ loc: ['body', ...path], msg: 'Value error, is there twice', type: 'value_error' }));
}

function typeFaults(members: readonly Member[], text: string): FieldFault[] {
  return members
    .filter(({ from }) => text[from] !== '"' && !text.startsWith('null', from))
    .map(({ path }) => ({
      loc: ['body', ...path],
      msg: 'Input should be a valid string',
      type: 'string_type',
    }));
}

/** Bytes of a form in which its field `model` is looked for, before the rest is sent on as it comes. */
const HEAD = 64 * 1024;

class PassedForm implements PassedBody {
  readonly fields = {};
  readonly isRepeatable = false;
  readonly headers: Readonly<Record<string, string>>;
  models: readonly string[] = [];
  fault: GatewayError | undefined;
  readonly #source: IncomingMessage;
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #reader: FormReader;
  readonly #limit: number;
  #head: Buffer = Buffer.alloc(0);
  #length = 0;
  #hasEnded = false;

  constructor(source: IncomingMessage, limit: number) {
    const type = source.headers['content-type'] ?? '';
    const boundary = boundaryOf(type);
    if (boundary === undefined) throw new GatewayError('bad_request', 'The form has no boundary');
    if (Number(source.headers['content-length'] ?? 0) > limit) throw new GatewayError('body_too_large');
    this.#source = source;
    this.#limit = limit;
    this.headers = { 'content-type': type };
    this.#reader = new FormReader(boundary);
    this.#pieces = source.iterator({ destroyOnReturn: false });
  }

  async readHead(): Promise<PassedBody> {
    const pieces: Buffer[] = [];
    for (let length = 0; this.#reader.models.length === 0 && length < HEAD && !this.#hasEnded; ) {
      const piece = await this.#next();
      if (piece === undefined) break;
      pieces.push(piece);
      length += piece.length;
    }
    this.#head = Buffer.concat(pieces);
    this.models = this.#reader.models.map(({ value }) => value);
    return this;
  }

  /** @throws GatewayError where the form is too large, or names two models. */
  async #next(): Promise<Buffer | undefined> {
    const { done, value } = await this.#pieces.next();
    if (done) {
      this.#hasEnded = true;
      return undefined;
    }
    this.#length += value.length;
    this.#reader.push(value);
    if (this.#length > this.#limit) throw this.#fail(new GatewayError('body_too_large'));
    if (this.#reader.models.length > 1) {
      const message = 'The form has more than one field model';
      throw this.#fail(new GatewayError('bad_request', message, { param: 'model' }));
    }
    if (this.#reader.isBroken) throw this.#fail(new GatewayError('bad_request', 'The form cannot be read'));
    return value;
  }

  #fail(fault: GatewayError): GatewayError {
    this.fault = fault;
    this.discard();
    return fault;
  }

  toSend(wireIds: ReadonlyMap<string, string>) {
    const [field] = this.#reader.models;
    const wireId = field && wireIds.get(field.value);
    let head = this.#head;
    if (field !== undefined && wireId !== undefined) {
      head = Buffer.concat([head.subarray(0, field.from), Buffer.from(wireId), head.subarray(field.to)]);
    }
    const declared = this.#source.headers['content-length'];
    const length = Number(declared) + head.length - this.#head.length;
    return {
      headers: { ...this.headers, ...(declared === undefined ? {} : { 'content-length': String(length) }) },
      body: this.#send(head),
    };
  }

  async *#send(head: Buffer): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      while (!this.#hasEnded) {
        const piece = await this.#next();
        if (piece !== undefined) yield piece;
      }
    } finally {
      this.discard();
    }
  }

  discard(): void {
    // As long as it is read piece by piece it does not flow.
    const flow = (): void => void this.#source.resume();
    void this.#pieces.return?.().then(flow, () => {});
  }
}
