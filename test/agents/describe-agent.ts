/**
 * What every coding agent must find: a small task ends through the gateway as it does at the provider itself, with
 * models of all providers; and what reaches a provider is what the agent sends, as far as its cache goes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import type { Received } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';
import { type Correction, DONE, playCorrection } from './correct-file.ts';
import { installAgent } from './install-agent.ts';
import { cachedPart, readPrompt, type SentPrompt } from './read-prompt.ts';
import { runAgent, type Start } from './run-agent.ts';
import { type Recorded, type Recorder, startRecorder } from './start-recorder.ts';

export interface Asked {
  /** Without the version, which some clients have in theirs. */
  readonly url: string;
  readonly model: string;
  readonly key: string;
  readonly prompt: string;
}

interface Agent {
  readonly name: string;
  /** From npm, with their versions. */
  readonly packages: readonly string[];
  /** Over 250 MB: it is run with CLAIMGATE_TEST_SLOW=1 alone. */
  readonly isLarge?: true;
  /** It takes seconds of a processor to start: without CLAIMGATE_TEST_SLOW=1 it is run as seldom as can be. */
  readonly isHeavy?: true;
  /** @param folder with its `node_modules`. @param home where its files go. */
  start(folder: string, asked: Asked, home: string): Start;
  /** Whose API it speaks, and a model there. */
  readonly own: { readonly provider: 'anthropic' | 'google' | 'openai'; readonly model: string };
  /** Models that it is given through the gateway alone. */
  readonly others: readonly string[];
  /** Whether it gives back what a model has signed of its thinking. */
  readonly keepsThoughts: boolean;
  /** Hosts that it asks for though it is told not to. */
  readonly hosts?: readonly string[];
}

/** The steps of the task. */
interface Run {
  /** What the agent sent. */
  readonly sent: readonly SentPrompt[];
  /** What the provider received, and answered. */
  readonly received: readonly SentPrompt[];
  readonly asked: readonly Recorded[];
}

const SLOW = process.env.CLAIMGATE_TEST_SLOW === '1';
const FILE = 'notes.txt';
const WRONG = 'The Eiffel Tower was completed in 1899.';
const RIGHT = 'The Eiffel Tower was completed in 1889.';
/** A claim for which the gateway finds evidence. */
const PROMPT = `${RIGHT} Correct ${FILE} where it says otherwise.`;
/** In the evidence, and in nothing that an agent sends. */
const EVIDENCE = "World's Fair of 1889";
const STEPS = 3;
/** Two runs of what hangs. */
const TIMEOUT = 330_000;

const PROVIDERS = ['openai', 'anthropic', 'google', 'xai', 'together'];
const PLANS = 'plans: { free: { models: all, per_hour: null, per_month: null } }\n';
const OFF = "fact_check: { mode: 'off' }\n";

export async function describeAgent(agent: Agent): Promise<void> {
  if (agent.isLarge === true && !SLOW) {
    it.skip(`${agent.name} needs CLAIMGATE_TEST_SLOW=1: it is large to install`);
    return;
  }
  const folder = await installAgent(agent.packages);
  if (folder === undefined) {
    const missing = `${agent.packages.join(' and ')} from npm`;
    it.skipIf(process.env.CLAIMGATE_TEST_ALL !== '1')(`needs ${missing}`, () => {
      expect.fail(`install ${missing}`);
    });
    return;
  }
  describe(agent.name, { timeout: TIMEOUT }, () => describeInstalled(agent, folder));
}

function describeInstalled(agent: Agent, folder: string): void {
  const isBrief = !SLOW && agent.isHeavy === true;
  const modes = isBrief ? (['ground'] as const) : (['ground', 'off'] as const);
  const others = SLOW ? agent.others : agent.others.slice(0, isBrief ? 0 : 1);
  let correction: Correction;
  let sandbox: Sandbox;
  let models: Recorder;
  const gateways: Gateway[] = [];
  const fronts = {} as Record<'ground' | 'off', Recorder>;
  let atProvider: Run | undefined;

  /** Runs the task to its end. @throws where the agent does not end it. */
  async function run(front: Recorder, path: string, model: string): Promise<Run> {
    models.forget();
    front.forget();
    const asked = { url: front.url + path, model, key: `sk-${crypto.randomUUID()}`, prompt: PROMPT };
    const { output, exitCode, text, hosts } = await runAgent(
      FILE,
      `${WRONG}\n`,
      (home) => agent.start(folder, asked, home),
      (file) => {
        correction = { path: file, wrong: WRONG, right: RIGHT };
      },
    );
    // An agent that is refused something may do without.
    const refused = [...models.recorded, ...front.recorded]
      .filter(({ request, status }) => request.method === 'POST' && status !== 200)
      .map(({ answer }) => answer);
    expect({ refused, output, exitCode, text }).toEqual({
      refused: [],
      output: expect.stringContaining(DONE),
      exitCode: 0,
      text: `${RIGHT}\n`,
    });
    expect(hosts.filter((host) => !agent.hosts?.includes(host))).toEqual([]);
    const steps = stepsIn(models.recorded);
    expect(steps).toHaveLength(STEPS);
    const read = ({ request }: Recorded) => readPrompt(request);
    return { sent: stepsIn(front.recorded).map(read), received: steps.map(read), asked: steps };
  }

  /** Without the gateway; once. */
  async function runDirect(): Promise<Run> {
    const { pathname } = new URL(sandbox.baseUrl(agent.own.provider));
    atProvider ??= await run(models, pathname.replace(/\/v1$/, ''), agent.own.model);
    return atProvider;
  }

  beforeAll(async () => {
    const token = crypto.randomUUID().replaceAll('-', '');
    const pace = { firstTokenMs: 0, perTokenMs: 0 };
    sandbox = await startSandbox({ token, pace, detect: () => [], play: playCorrection(() => correction) });
    const baseUrl = (provider: string) => new URL(sandbox.baseUrl(provider));
    models = await startRecorder(baseUrl('openai').origin);
    const env = Object.fromEntries(
      PROVIDERS.map((name) => [
        `CLAIMGATE_${name.toUpperCase()}_BASE_URL`,
        models.url + baseUrl(name).pathname,
      ]),
    );
    for (const mode of ['ground', 'off'] as const) {
      const gateway = await startGateway({ env, yaml: `${PLANS}${mode === 'off' ? OFF : ''}` });
      gateways.push(gateway);
      fronts[mode] = await startRecorder(gateway.url);
    }
  }, TIMEOUT);
  afterAll(async () => {
    await Promise.all(Object.values(fronts).map((front) => front.stop()));
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await models?.stop();
    await sandbox?.close();
  });

  it.each(modes)(`${agent.own.model} in mode %s is sent what the agent sends`, async (mode) => {
    const direct = await runDirect();
    const { received, asked } = await run(fronts[mode], '', agent.own.model);
    expect(received.map(({ tools }) => tools)).toEqual(direct.received.map(({ tools }) => tools));
    expect(received.map(({ marks }) => marks)).toEqual(direct.received.map(({ marks }) => marks));
    expectCached(received, direct.received);
    // Evidence is what makes it larger.
    if (mode === 'off') expectCached(direct.received, received);
    const thoughts = thoughtsIn(asked);
    expect(thoughts).toEqual(thoughtsIn(direct.asked));
    expect(thoughts.back).toBe(agent.keepsThoughts ? thoughts.signed : 0);
    const withEvidence = received.map(({ text }) => text.includes(EVIDENCE));
    expect(withEvidence).toEqual(received.map(() => mode === 'ground'));
  });

  it.each(others)('%s ends its task with all tools', async (model) => {
    const { sent, received } = await run(fronts.ground, '', model);
    expect(received.map(({ tools }) => tools)).toEqual(sent.map(({ tools }) => tools));
    expectCached(received, sent);
  });
}

/** Without tools, agents ask for titles and the like. */
function stepsIn(recorded: readonly Recorded[]): readonly Recorded[] {
  return recorded.filter(({ request }) => isStep(request));
}

function isStep(request: Received): boolean {
  return request.method === 'POST' && readPrompt(request).tools.length > 0;
}

/** Of each prompt but the first: how many characters of it the one before it was, and what share of that one they are. */
function cacheOf(
  prompts: readonly SentPrompt[],
): readonly { readonly size: number; readonly share: number }[] {
  return prompts.slice(1).map((prompt, at) => {
    const before = prompts[at]!;
    const size = cachedPart(before, prompt);
    return { size, share: size / before.text.length };
  });
}

/** As much is read from the cache as without the gateway; two in a hundred are for what differs from run to run. */
function expectCached(through: readonly SentPrompt[], without: readonly SentPrompt[]): void {
  const own = cacheOf(without);
  for (const [at, { size, share }] of cacheOf(through).entries()) {
    expect(Math.abs(share - own[at]!.share)).toBeLessThan(0.02);
    expect(size).toBeGreaterThan(0.98 * own[at]!.size);
  }
}

/** What a provider has signed of a model's thinking, and how much of it the provider was given back. */
function thoughtsIn(steps: readonly Recorded[]): { readonly signed: number; readonly back: number } {
  const back = new Map<string, boolean>();
  for (const [at, { answer }] of steps.slice(0, -1).entries()) {
    for (const [, signature] of answer.matchAll(
      /"(?:signature|thoughtSignature|encrypted_content)":"([^"]+)"/g,
    )) {
      back.set(signature!, steps[at + 1]!.request.text.includes(signature!));
    }
  }
  return { signed: back.size, back: [...back.values()].filter(Boolean).length };
}
