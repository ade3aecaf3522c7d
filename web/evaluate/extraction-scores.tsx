import { type ReactElement, useMemo } from 'react';
import { texts } from '../texts.ts';
import { type FigureLine, FiguresTable } from './figures-table.tsx';
import type { Result } from './measure-row.ts';
import { useClaimLists } from './references.ts';
import type { Run } from './run.ts';
import { type ReferenceScores, scoreReferences } from './score-references.ts';

const { evaluate: words } = texts;
const { extracted, compared } = words;
const SCORES = ['accuracy_score', 'completeness_score', 'coherence_score'] as const;

/** The mean scores of two models, and how claims compare with reference claims; nothing where there is neither. */
export function ExtractionScores({ run }: { run: Run }): ReactElement | null {
  const lists = useClaimLists(run);
  const { models } = run;
  const references = useMemo(
    () => models.map(({ results }) => scoreReferences(results, lists)),
    [models, lists],
  );
  const heads = models.map(({ model }) => model.name);
  const referenced = references.some((scores) => scores !== undefined);
  if (!referenced && models.length < 2) return null;
  return (
    <section className="panel scores" aria-label={extracted.title}>
      <h2>{extracted.title}</h2>
      <FiguresTable
        label={extracted.title}
        corner={compared.figure}
        heads={heads}
        lines={listScores(models.map(({ results }) => results))}
      />
      {referenced ? (
        <>
          <h3>{extracted.withClaims}</h3>
          <FiguresTable
            label={extracted.withClaims}
            corner={compared.figure}
            heads={heads}
            lines={listReferences(references)}
          />
          <p className="faint small">{extracted.note}</p>
        </>
      ) : null}
    </section>
  );
}

function listScores(models: readonly (readonly (Result | undefined)[])[]): FigureLine[] {
  const claims = models.map((results) => results.flatMap((result) => result?.scored ?? []));
  return [
    { name: extracted.claims, cells: claims.map((own) => own.length.toLocaleString('en')) },
    ...SCORES.map((score) => ({
      name: words.scores[score].title,
      more: words.scores[score].more,
      cells: claims.map((own) =>
        own.length === 0
          ? compared.nothing
          : (own.reduce((sum, claim) => sum + claim[score], 0) / own.length).toFixed(3),
      ),
    })),
  ];
}

function listReferences(models: readonly (ReferenceScores | undefined)[]): FigureLine[] {
  const line = (name: string, cell: (scores: ReferenceScores) => string): FigureLine => ({
    name,
    cells: models.map((scores) => (scores === undefined ? compared.nothing : cell(scores))),
  });
  return [
    line(extracted.rows, ({ rows }) => rows.toLocaleString('en')),
    line(extracted.matched, ({ counts }) => extracted.of(counts.matched, counts.reference)),
    line(compared.precision, ({ micro }) => micro.precision.toFixed(3)),
    line(compared.recall, ({ micro }) => micro.recall.toFixed(3)),
    line(compared.f1, ({ micro }) => micro.f1.toFixed(3)),
    line(extracted.macroF1, ({ macro }) => macro.f1.toFixed(3)),
  ];
}
