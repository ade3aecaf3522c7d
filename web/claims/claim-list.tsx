import { memo, type ReactElement, useEffect, useRef, useState } from 'react';
import { texts } from '../texts.ts';
import { ClaimGrounds, CorrectionLine } from './claim-grounds.tsx';
import { isUnchecked, type ShownClaim } from './claim-state.ts';
import { DecideClaim, Decided } from './decide-claim.tsx';
import { type Distinct, distinctShown, namePlaces } from './distinct-claims.ts';
import { nameLanguage, sayUnsupported } from './name-language.ts';
import { OthersDecided } from './others-decided.tsx';
import { OutdatedLine } from './outdated-line.tsx';
import { decisionsDiffer } from './person-decision.ts';
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
  far = false,
}: {
  readonly distinct: readonly Distinct<ShownClaim>[];
  /** They are far from what is seen: with no more than what the browser finds and a screen reader reads. */
  readonly far?: boolean;
} & Choice): ReactElement {
  return (
    <ol className="claim-list">
      {distinct.map(({ claim, places }) => (
        <ClaimCard
          key={places[0].key}
          claim={claim}
          places={places}
          selected={places.find(({ key }) => key === selected)?.key}
          onSelect={onSelect}
          far={far}
        />
      ))}
    </ol>
  );
}

/** The chosen one is the place that was chosen, of all in which the claim stands. */
type CardProps = Distinct<ShownClaim> & Choice & { readonly far: boolean };

const isSameCard = (before: CardProps, after: CardProps): boolean =>
  before.claim === after.claim &&
  before.far === after.far &&
  before.selected === after.selected &&
  before.onSelect === after.onSelect &&
  before.places.length === after.places.length &&
  before.places.every((place, index) => place === after.places[index]);

const ClaimCard = memo(function ClaimCard({
  claim,
  places,
  selected,
  onSelect,
  far,
}: CardProps): ReactElement {
  const card = useRef<HTMLLIElement>(null);
  const chosen = selected !== undefined;
  useEffect(() => {
    if (chosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <li
      ref={card}
      className={`card card-${claim.state}${chosen ? ' card-selected' : ''}${far ? ' card-far' : ''}`}
      aria-current={chosen ? 'true' : undefined}
      data-state={claim.state}
    >
      {far ? (
        <span className="verdict">{texts.verdicts[claim.state]}</span>
      ) : (
        <Head claim={claim} places={places} />
      )}
      <button type="button" className="card-claim" onClick={() => onSelect(selected ?? places[0].key)}>
        {claim.original_text}
      </button>
      {far ? null : (
        <>
          {places.length > 1 ? <Places places={places} selected={selected} onSelect={onSelect} /> : null}
          <Circumstances claim={claim} />
          <OutdatedLine claim={claim} />
          <Reading claim={claim} />
          <LanguageLine claim={claim} />
          <Decided claim={claim} />
          <OthersDecided claim={claim} />
          <CorrectionLine claim={claim} />
          <ClaimGrounds claim={claim} />
          <DecideClaim claim={claim} places={places} />
          <Details claim={claim} />
        </>
      )}
    </li>
  );
}, isSameCard);

function Head({ claim, places }: Pick<CardProps, 'claim' | 'places'>): ReactElement {
  const { verdict_confidence: sure } = claim;
  return (
    <div className="card-head">
      <VerdictTag state={claim.state} />
      {claim.decision === undefined ? null : <span className="chip">{texts.decide.yours}</span>}
      {decisionsDiffer(claim) ? <span className="chip">{texts.share.differing}</span> : null}
      {sure === undefined || isUnchecked(claim) || claim.decision !== undefined ? null : (
        <span className="faint card-sure">{texts.claims.sure(sure)}</span>
      )}
      <PickClaim claim={claim} places={places} />
    </div>
  );
}

/** Places that are named at once. */
const FEW = 5;

function Places({ places, selected, onSelect }: Pick<CardProps, 'places'> & Choice): ReactElement {
  const names = namePlaces(places);
  const [all, setAll] = useState(false);
  const chosen = places.findIndex(({ key }) => key === selected);
  const shown = all || chosen >= FEW ? places : places.slice(0, FEW);
  const more = places.length - shown.length;
  return (
    <ul className="card-places" aria-label={texts.claims.places}>
      {shown.map(({ key }, index) => (
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
      {more > 0 ? (
        <li>
          <button type="button" onClick={() => setAll(true)}>
            {texts.claims.morePlaces(more)}
          </button>
        </li>
      ) : null}
    </ul>
  );
}

/** Who said it and when, what its relative date means, and whether it leaves open whom or when it means. */
function Circumstances({ claim }: { claim: ShownClaim }): ReactElement | null {
  const { speaker, time, date, stands_alone: alone } = claim;
  const said = [speaker, time, date, alone === false ? texts.claims.leavesOpen : undefined];
  const known = said.filter((one) => one !== undefined);
  return known.length === 0 ? null : <p className="card-language faint">{known.join(' · ')}</p>;
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
