/** `claimgate sources`: where evidence comes from outside the gateway, and whether it comes. */
import { performance } from 'node:perf_hooks';
import { Command } from 'commander';
import { type Config, readConfig } from '../config/read-config.ts';
import { cutClaim } from '../factcheck/sources/cut-claim.ts';
import { keyVariable } from '../factcheck/sources/open-outside-source.ts';
import type { OutsideSource } from '../factcheck/sources/outside-source.ts';
import { OUTSIDE_SOURCES } from '../factcheck/sources/registry.ts';
import { type EvidenceSource, type RetrievedItem, SourceError } from '../factcheck/sources/source.ts';
import { openSources } from '../wiring/open-sources.ts';
import { CommandFailed } from './command-failed.ts';

/** What the commands reach outside themselves. */
export interface SourcesDependencies {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly readConfig: () => Config;
}

const DEFAULTS: SourcesDependencies = {
  stdout: process.stdout,
  stderr: process.stderr,
  now: () => performance.now(),
  readConfig,
};

const QUESTION = 'The Eiffel Tower in Paris was completed in 1889.';
const LIMIT = 5;

export function sourcesCommand(given: Partial<SourcesDependencies> = {}): Command {
  const deps = { ...DEFAULTS, ...given };
  const list = new Command('list')
    .description('list the sources there are, and which of them are configured')
    .action(() => listSources(deps));
  const check = new Command('check')
    .description('ask each configured source one question: what came, how fast, and what is wrong')
    .option('--question <text>', 'what is asked', QUESTION)
    .option('--json', 'as JSON Lines')
    .action((options: CheckOptions) => checkSources(deps, options));
  const command = new Command('sources').description('sources of evidence outside the gateway');
  for (const each of [list, check]) command.addCommand(each.exitOverride());
  return command;
}

function listSources(deps: SourcesDependencies): void {
  const config = deps.readConfig();
  const configured = new Set(namesOf(config));
  for (const source of OUTSIDE_SOURCES) {
    const state = configured.has(source.name) ? 'configured' : '-';
    deps.stdout.write(`${source.name.padEnd(18)}  ${state.padEnd(10)}  ${source.about}; ${needOf(source)}\n`);
  }
}

function needOf({ name, key, baseUrl }: OutsideSource): string {
  if (baseUrl === undefined) return `needs sources.${name}.base_url`;
  if (key === 'none') return 'needs no key';
  return `${key === 'required' ? 'needs a key' : 'key optional'}: sources.${name}.key or ${keyVariable(name)}`;
}

function namesOf(config: Config): readonly string[] {
  const sources = openSources(config, []);
  void sources.close();
  return sources.chosen.map(({ source }) => source.name);
}

interface CheckOptions {
  readonly question: string;
  readonly json?: true;
}

interface Finding {
  readonly source: string;
  readonly milliseconds: number;
  readonly items: readonly RetrievedItem[];
  /** Absent where it answered. */
  readonly fault?: SourceError['fault'];
  readonly message?: string;
}

async function checkSources(deps: SourcesDependencies, options: CheckOptions): Promise<void> {
  const config = deps.readConfig();
  const question = cutClaim(options.question);
  if (question === '') throw new CommandFailed('--question: nothing is left of it that may be sent', 2);
  const sources = openSources(config, []);
  try {
    if (sources.chosen.length === 0) {
      deps.stderr.write('No source outside is configured: see claimgate sources list.\n');
      return;
    }
    if (config.factCheck.contact === undefined) {
      deps.stderr.write(
        'fact_check.contact is not set: Wikipedia and others ask to be told who is calling.\n',
      );
    }
    // Side by side; told in the order of config.
    const findings = sources.chosen.map(({ source }) => ask(source, question, deps));
    for (const finding of findings) tell(await finding, deps, options);
    const failed = (await Promise.all(findings)).filter(({ fault }) => fault !== undefined).length;
    if (failed > 0) throw new CommandFailed(`${failed} of ${findings.length} sources did not answer`);
  } finally {
    await sources.close();
  }
}

async function ask(source: EvidenceSource, text: string, { now }: SourcesDependencies): Promise<Finding> {
  const began = now();
  const query = { text, language: 'en', limit: LIMIT };
  const elapsed = (): number => Math.round(now() - began);
  try {
    const items = await source.search(query, new AbortController().signal);
    return { source: source.name, milliseconds: elapsed(), items };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { fault, message } = error;
    return { source: source.name, milliseconds: elapsed(), items: [], fault, message };
  }
}

function tell(finding: Finding, deps: SourcesDependencies, { json }: CheckOptions): void {
  if (json === true) {
    const items = finding.items.map(({ title, url, published }) => ({ title, url, published }));
    deps.stdout.write(`${JSON.stringify({ ...finding, items })}\n`);
    return;
  }
  const state = finding.fault ?? (finding.items.length === 0 ? 'nothing' : 'ok');
  deps.stdout.write(`${finding.source.padEnd(18)}  ${state.padEnd(11)}  ${describe(finding)}\n`);
}

function describe({ source, milliseconds, items, fault, message }: Finding): string {
  if (fault === 'key') {
    return `${message}: look at sources.${source}.key, or ${keyVariable(source)}`;
  }
  if (fault !== undefined) return `${message}, after ${milliseconds} ms`;
  const [best] = items;
  if (best === undefined) return `answered in ${milliseconds} ms, and found nothing`;
  const count = items.length === 1 ? '1 item' : `${items.length} items`;
  return `${count} in ${milliseconds} ms; the first: ${best.title} <${best.url}>`;
}
