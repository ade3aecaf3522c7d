import { memo, type ReactElement, useEffect, useRef } from 'react';
import { texts } from '../texts.ts';
import { ClaimGrounds, CorrectionLine } from './claim-grounds.tsx';
import { isUnchecked, type ShownClaim } from './claim-state.ts';
import { DecideClaim, Decided } from './decide-claim.tsx';
import { type Distinct, distinctShown, namePlaces } from './distinct-claims.ts';
import { nameLanguage, sayUnsupported } from './name-language.ts';
import { OutdatedLine } from './outdated-line.tsx';
import { PickClaim } from './pick-claim.tsx';
import { VerdictTag } from './verdict-mark.tsx';

interface Choice {
  readonly selected: string | undefined;
  readonly onSelect: (key: string) => void;
}

/** Claims with their verdicts and evidence, each distinct one once. */
export function ClaimList({
  claims,
  ...choice
}: { readonly claims: readonly ShownClaim[] } & Choice): ReactElement {
  return <DistinctList distinct={distinctShown(claims)} {...choice} />;
}

export function DistinctList({
  distinct,
  selected,
  onSelect,
}: { readonly distinct: readonly Distinct<ShownClaim>[] } & Choice): ReactElement {
  return (
    <ol className="claim-list">
      {distinct.map(({ claim, places }) => (
        <ClaimCard
          key={places[0].key}
          claim={claim}
          places={places}
          selected={places.find(({ key }) => key === selected)?.key}
          onSelect={onSelect}
        />
      ))}
    </ol>
  );
}

/** The chosen one is the place that was chosen, of all in which the claim stands. */
type CardProps = Distinct<ShownClaim> & Choice;

const isSameCard = (before: CardProps, after: CardProps): boolean =>
  before.claim === after.claim &&
  before.selected === after.selected &&
  before.onSelect === after.onSelect &&
  before.places.length === after.places.length &&
  before.places.every((place, index) => place === after.places[index]);

const ClaimCard = memo(function ClaimCard({ claim, places, selected, onSelect }: CardProps): ReactElement {
  const card = useRef<HTMLLIElement>(null);
  const chosen = selected !== undefined;
  useEffect(() => {
    if (chosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const { verdict_confidence: sure } = claim;
  return (
    <li
      ref={card}
      className={`card card-${claim.state}${chosen ? ' card-selected' : ''}`}
      aria-current={chosen ? 'true' : undefined}
      data-state={claim.state}
    >
      <div className="card-head">
        <VerdictTag state={claim.state} />
        {claim.decision === undefined ? null : <span className="chip">{texts.decide.yours}</span>}
        {sure === undefined || isUnchecked(claim) || claim.decision !== undefined ? null : (
          <span className="faint card-sure">{texts.claims.sure(sure)}</span>
        )}
        <PickClaim claim={claim} places={places} />
      </div>
      <button type="button" className="card-claim" onClick={() => onSelect(selected ?? places[0].key)}>
        {claim.original_text}
      </button>
      {places.length > 1 ? <Places places={places} selected={selected} onSelect={onSelect} /> : null}
      <OutdatedLine claim={claim} />
      <Reading claim={claim} />
      <LanguageLine claim={claim} />
      <Decided claim={claim} />
      <CorrectionLine claim={claim} />
      <ClaimGrounds claim={claim} />
      <DecideClaim claim={claim} places={places} />
      <Details claim={claim} />
    </li>
  );
}, isSameCard);

function Places({ places, selected, onSelect }: Pick<CardProps, 'places'> & Choice): ReactElement {
  const names = namePlaces(places);
  return (
    <ul className="card-places" aria-label={texts.claims.places}>
      {places.map(({ key }, index) => (
        <li key={key}>
          <button
            type="button"
            aria-current={key === selected ? 'true' : undefined}
            onClick={() => onSelect(key)}
          >
            {names[index]}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How the claim was understood in its context. */
function Reading({ claim: { reading } }: { claim: ShownClaim }): ReactElement | null {
  if (reading === undefined) return null;
  return (
    <p className="card-reading">
      <span className="faint">{texts.claims.reading}</span> {reading}
    </p>
  );
}

function LanguageLine({ claim }: { claim: ShownClaim }): ReactElement | null {
  const said = sayUnsupported(claim);
  if (said === undefined) return null;
  return (
    <p className="card-language faint" title={texts.claims.trainedOn}>
      {said}
    </p>
  );
}

/** What the detector knows of it; none of it is about the verdict. */
function Details({ claim }: { claim: ShownClaim }): ReactElement {
  const { claims: words } = texts;
  const { text, original_text: original, category, confidence, language } = claim;
  const { check_worthiness: worthiness } = claim;
  const lines = [
    [words.likelihood, words.percent(confidence)],
    ...(worthiness === undefined ? [] : [[words.worthiness, words.percent(worthiness)]]),
    [words.category, texts.categories[category] ?? category],
    ...(language === undefined ? [] : [[words.language, nameLanguage(language)]]),
    ...(text === original ? [] : [[words.normalized, text]]),
  ] as const;
  return (
    <details className="card-details">
      <summary>{words.details}</summary>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
