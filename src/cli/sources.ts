/** `claimgate sources`: where evidence comes from outside the gateway, and whether it comes. */
import type { Command } from 'commander';
import { cutClaim } from '../engine/factcheck/sources/cut-claim.ts';
import { keyVariable } from '../engine/factcheck/sources/open-outside-source.ts';
import type { OutsideSource } from '../engine/factcheck/sources/outside-source.ts';
import { OUTSIDE_SOURCES } from '../engine/factcheck/sources/registry.ts';
import { type EvidenceSource, type RetrievedItem, SourceError } from '../engine/factcheck/sources/source.ts';
import { openSources } from '../gateway/wiring/open-sources.ts';
import { CommandFailed } from './command-failed.ts';
import { count } from './count.ts';
import { withLongHelp } from './long-help.ts';
import type { Terminal } from './terminal.ts';
import { formatTable, toJsonLines } from './write-output.ts';

const QUESTION = 'The Eiffel Tower in Paris was completed in 1889.';
const LIMIT = 5;

export function addSourcesCommand(sources: Command, terminal: Terminal): void {
  sources
    .command('list')
    .description('list all sources and which of them are configured')
    .action(() => listSources(terminal));
  sources
    .command('check')
    .description('send one test question to each configured source and show the result')
    .option('--question <text>', 'the question to ask', QUESTION)
    .option('--json', 'as JSON Lines')
    .action((options: CheckOptions) => checkSources(terminal, options));
  withLongHelp(sources, {
    about:
      'A source is there if config names it or its key is in the environment: docs/operating/sources.md.',
    examples: [
      ['claimgate sources list'],
      ['claimgate sources check', 'asks each of them one question'],
      ["claimgate sources check --question 'The Nile is 6,650 km long.' --json"],
    ],
  });
}

async function listSources({ readConfig, stdout }: Terminal): Promise<void> {
  const config = await readConfig();
  const { chosen, close } = openSources(config, []);
  await close();
  const configured = new Set(chosen.map(({ source }) => source.name));
  const rows = OUTSIDE_SOURCES.map((source) => [
    source.name,
    configured.has(source.name) ? 'configured' : '-',
    `${source.about}; ${needOf(source)}`,
  ]);
  const archives = config.sources.flatMap(({ name, archive }) =>
    archive === undefined ? [] : [[name, 'configured', archive.about ?? `an archive in ${archive.kind}`]],
  );
  stdout.write(formatTable([...rows, ...archives]));
}

function needOf({ name, key, baseUrl }: OutsideSource): string {
  if (baseUrl === undefined) return `needs sources.${name}.base_url`;
  if (key === 'none') return 'needs no key';
  return `${key === 'required' ? 'needs a key' : 'key optional'}: sources.${name}.key or ${keyVariable(name)}`;
}

interface CheckOptions {
  readonly question: string;
  readonly json?: true;
}

type Finding = Awaited<ReturnType<typeof ask>>;

async function checkSources(terminal: Terminal, options: CheckOptions): Promise<void> {
  const config = await terminal.readConfig();
  const question = cutClaim(options.question);
  if (question === '')
    throw new CommandFailed('--question: nothing is left to send after removing private data', 2);
  const sources = openSources(config, []);
  try {
    if (sources.chosen.length === 0) {
      terminal.stderr.write('No outside source is configured: see claimgate sources list.\n');
      return;
    }
    if (config.factCheck.contact === undefined) {
      terminal.stderr.write('fact_check.contact is not set: Wikipedia and others ask for a contact.\n');
    }
    // Side by side; printed in the order of the config.
    const findings = sources.chosen.map(({ source }) => ask(source, question));
    for (const finding of findings) terminal.stdout.write(format(await finding, options));
    const failed = (await Promise.all(findings)).filter(({ fault }) => fault !== undefined).length;
    if (failed > 0)
      throw new CommandFailed(`${failed} of ${count(findings.length, 'source')} did not answer`);
  } finally {
    await sources.close();
  }
}

/** @returns what a source answers, how fast, and the fault where it does not. */
async function ask(source: EvidenceSource, text: string) {
  const began = performance.now();
  let items: readonly RetrievedItem[] = [];
  let failure: SourceError | undefined;
  try {
    items = await source.search({ text, language: 'en', limit: LIMIT }, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    failure = error;
  }
  const milliseconds = Math.round(performance.now() - began);
  return { source: source.name, milliseconds, items, fault: failure?.fault, message: failure?.message };
}

function format(finding: Finding, { json }: CheckOptions): string {
  if (json === true) {
    const items = finding.items.map(({ title, url, published }) => ({ title, url, published }));
    return toJsonLines([{ ...finding, items }]);
  }
  const state = finding.fault ?? (finding.items.length === 0 ? 'nothing' : 'ok');
  return `${finding.source.padEnd(18)}  ${state.padEnd(11)}  ${describe(finding)}\n`;
}

function describe({ source, milliseconds, items, fault, message }: Finding): string {
  if (fault === 'key') {
    return `${message}: check sources.${source}.key, or ${keyVariable(source)}`;
  }
  if (fault !== undefined) return `${message}, after ${milliseconds} ms`;
  const [best] = items;
  if (best === undefined) return `no results in ${milliseconds} ms`;
  return `${count(items.length, 'item')} in ${milliseconds} ms; first: ${best.title} <${best.url}>`;
}
