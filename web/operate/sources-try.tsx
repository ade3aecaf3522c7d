import { Button, Checkbox, Input } from 'antd';
import { type ReactElement, useId, useState } from 'react';
import { type TriedClaim, tryClaim } from '../api/admin-sources.ts';
import { pageAddress } from '../claims/page-address.ts';
import { nameSource } from '../claims/source-names.ts';
import { VerdictMark, VerdictTag } from '../claims/verdict-mark.tsx';
import { useMayChange } from '../state/admin-key.ts';
import { texts } from '../texts.ts';
import { AdminFailure } from './admin-failure.tsx';
import { useAdminDeed } from './use-admin.ts';

const { operateSources: words } = texts;

/** One claim, what each source finds for it, and what the own judge says. */
export function TryClaim({ adminKey, onTried }: { adminKey: string; onTried: () => void }): ReactElement {
  const [claim, setClaim] = useState('');
  const [outside, setOutside] = useState(false);
  const [tried, setTried] = useState<readonly TriedClaim[]>();
  const { busy, failure, run } = useAdminDeed(adminKey);
  const mayChange = useMayChange();
  const id = useId();
  const attempt = (): Promise<boolean> =>
    run(async () => {
      setTried((await tryClaim(adminKey, claim.trim(), outside)).claims);
      // How a source is may be known by now.
      onTried();
    });
  return (
    <section className="panel sources-try" aria-label={words.tryOne}>
      <h2>{words.tryOne}</h2>
      <p className="faint small">{words.tryMore}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (claim.trim() !== '') void attempt();
        }}
      >
        <label htmlFor={id}>{words.claim}</label>
        <div className="operate-ways">
          <Input
            id={id}
            autoComplete="off"
            maxLength={2_000}
            placeholder={words.example}
            value={claim}
            onChange={({ target }) => setClaim(target.value)}
          />
          <Button type="primary" htmlType="submit" loading={busy} disabled={claim.trim() === ''}>
            {words.try}
          </Button>
        </div>
        {mayChange ? (
          <Checkbox checked={outside} onChange={({ target }) => setOutside(target.checked)}>
            {words.outside}
          </Checkbox>
        ) : null}
      </form>
      <AdminFailure failure={failure} />
      <div role="status">
        {tried?.length === 0 ? <p className="faint">{words.noClaim}</p> : null}
        {(tried ?? []).map((one) => (
          <Tried key={one.text} tried={one} />
        ))}
      </div>
    </section>
  );
}

function Tried({ tried }: { tried: TriedClaim }): ReactElement {
  const { text, verdict, checked, confidence, explanation, evidence, sources } = tried;
  return (
    <article className="sources-tried" aria-label={text}>
      <h3>{text}</h3>
      <p className="sources-verdict">
        {verdict === null || !checked ? (
          <span>{words.notJudged}</span>
        ) : (
          <>
            <VerdictTag state={verdict} />
            {confidence === null ? null : <span className="faint small">{words.sure(confidence)}</span>}
          </>
        )}
      </p>
      {explanation === null ? null : <p className="small">{explanation}</p>}
      {evidence.map(({ source, quote, stance, url }) => (
        <blockquote key={`${source} ${url} ${quote}`} className="small">
          <p>{quote}</p>
          <footer className="faint">{words.quoted(nameSource(source), texts.stances[stance])}</footer>
        </blockquote>
      ))}
      <h4>{words.bySource}</h4>
      <ul className="corpus-list">
        {sources.map(({ name, problem, found, items }) => (
          <li key={name} data-state={problem === null ? 'ok' : 'failing'}>
            <VerdictMark state={problem !== null ? 'refuted' : items.length > 0 ? 'supported' : 'found'} />
            <div>
              <span className="corpus-name">{nameSource(name)}</span>
              {problem === null ? (
                <p className="faint small">{words.found(found, items.length)}</p>
              ) : (
                <p className="small status-problem">{problem}</p>
              )}
              {items.map((item) => (
                <Found key={`${item.url} ${item.text}`} item={item} />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </article>
  );
}

function Found({ item: { title, url, text } }: { item: TriedClaim['sources'][number]['items'][number] }) {
  const address = pageAddress(url ?? undefined);
  return (
    <p className="small">
      {address === undefined ? (
        <strong>{title}</strong>
      ) : (
        <a href={address} target="_blank" rel="noreferrer noopener">
          {title}
        </a>
      )}{' '}
      {text}
    </p>
  );
}
