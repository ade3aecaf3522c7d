import { Button, Input, Select } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import type { Collection } from '../api/admin-corpus.ts';
import { texts } from '../texts.ts';

const { corpus: words } = texts;
/** As the gateway has it. */
const NAME = /^[a-z][a-z0-9.-]{0,63}$/;
const NEW = ' ';

/** Which collection is looked at and filled. One that has a name comes into being with its first document. */
export function CollectionChoice({
  collections,
  chosen,
  onChoose,
}: {
  collections: readonly Collection[];
  /** '' is the one without a name. */
  chosen: string;
  onChoose: (name: string) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string>();
  const ids = { choice: useId(), name: useId() };
  const isThere = collections.some(({ name }) => (name ?? '') === chosen);
  const wrong = typed !== undefined && typed !== '' && !NAME.test(typed);
  return (
    <div className="corpus-collection">
      <div className="field">
        <label htmlFor={ids.choice}>{words.collection}</label>
        <Select
          id={ids.choice}
          popupMatchSelectWidth={false}
          value={typed === undefined ? chosen : NEW}
          options={[
            ...collections.map(({ name, documents }) => ({
              value: name ?? '',
              label: words.collectionOf(name ?? words.unnamed, documents),
            })),
            ...(isThere ? [] : [{ value: chosen, label: words.collectionOf(chosen, 0) }]),
            { value: NEW, label: words.newCollection },
          ]}
          onChange={(value) => {
            setTyped(value === NEW ? '' : undefined);
            if (value !== NEW) onChoose(value);
          }}
        />
      </div>
      {typed === undefined ? null : (
        <form
          className="field"
          onSubmit={(event) => {
            event.preventDefault();
            if (!NAME.test(typed)) return;
            setTyped(undefined);
            onChoose(typed);
          }}
        >
          <label htmlFor={ids.name}>{words.collectionName}</label>
          <div className="operate-ways">
            <Input
              id={ids.name}
              autoFocus
              autoComplete="off"
              value={typed}
              {...(wrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button htmlType="submit" disabled={!NAME.test(typed)}>
              {words.useCollection}
            </Button>
          </div>
          <span className="faint small">{words.collectionRule}</span>
        </form>
      )}
      <p className="faint small">{chosen === '' ? words.unnamedMore : words.namedMore(chosen)}</p>
    </div>
  );
}
