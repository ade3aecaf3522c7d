/** What requests came to over time, from the gateway's own counters: for operators, and for those who have a key. */
import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { type FailureFacts, factsOf } from '../api/failure.ts';
import { readTrafficCsv, type TrafficAsker, type TrafficLine, type TrafficQuestion } from '../api/traffic.ts';
import { Chart } from '../evaluate/charts.tsx';
import { FiguresTable } from '../evaluate/figures-table.tsx';
import { explainFailure } from '../explain-failure.ts';
import { Facts } from '../shell/facts.tsx';
import { saveFile } from '../shell/save-file.ts';
import { formatDollars, texts } from '../texts.ts';
import { questionOf, type SeenTraffic, TRAFFIC_SPANS, type TrafficSpan } from './read-span.ts';
import { judgedOf, refutedMost, sumLines, undecidedOf } from './sum-traffic.ts';
import { TimeColumns } from './time-columns.tsx';
import { useTrafficChoice } from './traffic-choice.tsx';
import { VerdictShares } from './verdict-shares.tsx';
import '../evaluate/charts.css';
import '../evaluate/scores.css';
import '../status/status.css';
import './traffic.css';

const { operate, claims: claimWords } = texts;
const { traffic: words } = operate;

/** Models that the chart of refuted ones has. */
const MOST_REFUTED = 8;

const number = (value: number): string => value.toLocaleString('en');

/**
 * All that is known of the time that is chosen, in pictures and tables.
 * @param instead what stands there where nothing was counted in that time.
 */
export function TrafficFigures({
  seen,
  asker,
  instead,
}: {
  seen: SeenTraffic;
  asker: TrafficAsker;
  instead?: ReactElement;
}): ReactElement {
  const { span: chosen, sandbox } = useTrafficChoice();
  if (instead !== undefined && seen.over.data.length === 0) return instead;
  return (
    <div aria-busy={seen.span !== chosen}>
      <Seen seen={seen} sandbox={sandbox} asker={asker} />
    </div>
  );
}

function Seen({
  seen,
  sandbox,
  asker,
}: {
  seen: SeenTraffic;
  sandbox: boolean;
  asker: TrafficAsker;
}): ReactElement {
  const { span, over } = seen;
  const of = ({ data }: { readonly data: readonly TrafficLine[] }) =>
    data.filter((line) => line.sandbox === sandbox);
  const lines = of(over);
  const elsewhere = sumLines(over.data.filter((line) => line.sandbox !== sandbox)).requests;
  const [models, apps, errors] = [of(seen.models), of(seen.apps), of(seen.errors)];
  const teams = seen.teams === undefined ? [] : of(seen.teams.traffic);
  const { by } = TRAFFIC_SPANS[span];
  const file = { asker, span };
  return (
    <>
      <p className="faint small" role="status">
        {words.since(
          new Date(over.from).toLocaleString('en', {
            dateStyle: 'medium',
            timeStyle: 'short',
            hour12: false,
          }),
        )}{' '}
        {sandbox ? words.sandboxNote : ''} {elsewhere === 0 ? '' : words.someElse(elsewhere, sandbox)}
      </p>
      {lines.length === 0 ? (
        <p className="panel">{words.none}</p>
      ) : (
        <>
          <div className="charts">
            <Summary lines={lines} />
            <Refuted models={models} />
          </div>
          <div className="charts">
            <Chart title={words.over}>
              <TimeColumns lines={lines} by={by} from={over.from} to={over.to} />
              <Save what={words.over} name={by} question={{ by }} {...file} />
            </Chart>
          </div>
          <Figures
            title={words.models}
            note={words.latencyMore}
            corner={words.model}
            lines={models}
            nameOf={({ model, provider }) =>
              model == null ? words.noModel : model === 'unlisted' ? `${provider}/${model}` : model
            }
            moreOf={({ model, provider }) => (model == null ? words.noModelMore : (provider ?? ''))}
          >
            <Save what={words.models} name="model" question={{ group: 'model' }} {...file} />
          </Figures>
          <Figures
            title={words.apps}
            note={words.appsMore}
            corner={words.app}
            lines={apps}
            nameOf={({ app = '' }) => nameOfApp(app)}
          >
            <Save what={words.apps} name="application" question={{ group: 'app' }} {...file} />
          </Figures>
          {teams.length === 0 ? null : (
            <Figures
              title={words.teams}
              note={words.teamsMore}
              corner={words.team}
              lines={teams}
              nameOf={({ team = '' }) => seen.teams?.names.get(team) ?? words.deletedTeam(team)}
            >
              <Save what={words.teams} name="team" question={{ group: 'team' }} {...file} />
            </Figures>
          )}
          {errors.length === 0 ? null : (
            <section className="panel traffic-table" aria-label={words.byCode}>
              <h2>{words.byCode}</h2>
              <FiguresTable
                label={words.byCode}
                corner={operate.code}
                heads={[operate.times]}
                lines={[...errors]
                  .sort((a, b) => b.requests - a.requests)
                  .map(({ error = '', requests }) => ({ name: error, cells: [number(requests)] }))}
              />
              <Save what={words.byCode} name="error" question={{ group: 'error' }} {...file} />
            </section>
          )}
        </>
      )}
    </>
  );
}

function nameOfApp(app: string): string {
  const [kind, name] = app.split(/:(.*)/s);
  if (name !== undefined) return kind === 'key' ? words.ofKey(name) : words.ofPlan(name);
  if (app === 'no-key') return words.noKey;
  return app === 'other' ? words.others : app;
}

function Summary({ lines }: { lines: readonly TrafficLine[] }): ReactElement {
  const sum = sumLines(lines);
  const { claims } = sum;
  const why = Object.entries(claims.unchecked).filter(([, some]) => some > 0) as [
    keyof typeof words.uncheckedWhy,
    number,
  ][];
  return (
    <Facts
      title={words.summary}
      facts={[
        [operate.requests, number(sum.requests)],
        [
          words.errors,
          words.errorsOf(number(sum.errors), claimWords.percent(sum.errors / Math.max(1, sum.requests))),
        ],
        [operate.tokens, operate.inOut(number(sum.prompt_tokens), number(sum.completion_tokens))],
        [words.cached, number(sum.cached_tokens)],
        [words.money, formatDollars(sum.usd)],
        [words.claims, number(claims.found)],
        [texts.verdicts.supported, number(claims.supported)],
        [texts.verdicts.refuted, number(claims.refuted)],
        [texts.verdicts.conflicting, number(claims.conflicting)],
        [texts.verdicts.not_enough_evidence, number(claims.not_enough_evidence)],
        ...why.map(
          ([reason, some]) =>
            [`${texts.verdicts.found}: ${words.uncheckedWhy[reason]}`, number(some)] as const,
        ),
      ]}
      note={words.moneyMore}
    />
  );
}

/** Which models were refuted most, by the share of their judged claims. */
function Refuted({ models }: { models: readonly TrafficLine[] }): ReactElement {
  const most = refutedMost(models).slice(0, MOST_REFUTED);
  return (
    <Chart title={words.refuted} note={words.refutedMore}>
      {most.length === 0 ? (
        <p>{words.noneRefuted}</p>
      ) : (
        <ol className="traffic-refuted">
          {most.map(({ model, provider, claims }) => {
            const judged = judgedOf(claims);
            return (
              <li key={`${provider}/${model}`}>
                <span>
                  <b>{model}</b>
                  <b>{claimWords.percent(claims.refuted / judged)}</b>
                </span>
                <i className="bar-track">
                  <i
                    className="bar verdict-refuted"
                    style={{ width: `${(100 * claims.refuted) / judged}%` }}
                  />
                </i>
                <span className="faint small">{words.refutedOf(claims.refuted, judged)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </Chart>
  );
}

function Figures({
  title,
  note,
  corner,
  lines,
  nameOf,
  moreOf,
  children,
}: {
  title: string;
  note: string;
  corner: string;
  lines: readonly TrafficLine[];
  nameOf: (line: TrafficLine) => string;
  moreOf?: (line: TrafficLine) => string;
  children: ReactElement;
}): ReactElement {
  const pair = ({ p50, p95 }: TrafficLine['latency']['first']): string =>
    p50 === null || p95 === null ? '–' : words.pair(words.seconds(p50), words.seconds(p95));
  return (
    <section className="panel traffic-table" aria-label={title}>
      <h2>{title}</h2>
      <p className="faint small">{note}</p>
      <FiguresTable
        label={title}
        corner={corner}
        heads={[
          operate.requests,
          words.errors,
          words.verdicts,
          texts.verdicts.supported,
          texts.verdicts.refuted,
          words.unchecked,
          operate.tokens,
          words.money,
          words.first,
          words.whole,
        ]}
        lines={[...lines]
          .sort((a, b) => b.requests - a.requests)
          .map((line) => {
            const { requests, errors, claims, latency } = line;
            return {
              name: nameOf(line),
              ...(moreOf === undefined ? {} : { more: moreOf(line) }),
              cells: [
                number(requests),
                number(errors),
                <VerdictShares key="shares" claims={claims} />,
                number(claims.supported),
                number(claims.refuted),
                number(undecidedOf(claims)),
                operate.inOut(number(line.prompt_tokens), number(line.completion_tokens)),
                formatDollars(line.usd),
                pair(latency.first),
                pair(latency.whole),
              ],
            };
          })}
      />
      {children}
    </section>
  );
}

/** Hands the same figures on as a file, sandbox and all. */
function Save({
  what,
  name,
  question,
  span,
  asker,
}: {
  what: string;
  name: string;
  question: Omit<TrafficQuestion, 'from'>;
  span: TrafficSpan;
  asker: TrafficAsker;
}): ReactElement {
  const [failure, setFailure] = useState<FailureFacts>();
  const save = async (): Promise<void> => {
    const within = questionOf(span, Date.now());
    try {
      const csv = await readTrafficCsv(asker, { ...within, ...question });
      saveFile(words.file(name, new Date(within.from).toISOString().slice(0, 10)), 'text/csv', csv);
      setFailure(undefined);
    } catch (error) {
      setFailure(factsOf(error));
    }
  };
  return (
    <div className="traffic-save">
      <Button
        size="small"
        icon={<DownloadOutlined aria-hidden />}
        aria-label={words.saveOf(what)}
        onClick={() => void save()}
      >
        {words.save}
      </Button>
      {failure === undefined ? null : <span role="alert">{explainFailure(failure).text}</span>}
    </div>
  );
}
