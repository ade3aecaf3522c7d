/** A claim that somebody decided yesterday is shown as decided today, on every way that claims are checked. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInTests } from '../../src/cli/run-in-tests.ts';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import { type FakeProvider, openaiWhole, startFakeProvider } from '../harness/fake-provider.ts';
import { type Gateway, startGateway } from '../harness/start-gateway.ts';

const DECIDED = 'The mayor of Sunderholm resigned in May 2024.';
const AGAIN = 'In May 2024 the mayor of Sunderholm stepped down.';
const OTHER = 'The mayor of Sunderholm resigned in May 2023.';
/** As the page writes a report with decisions. */
const REPORT = {
  report: {
    title: 'Resignations',
    author: 'Ann Smith',
    date: '2026-11-26',
    url: 'https://checks.example.org/7',
  },
  text: `${DECIDED} The town has a harbour.`,
  claims: [
    {
      text: DECIDED,
      verdict: 'supported',
      decision: { verdict: 'refuted', note: 'She did not.', evidence: [] },
    },
    { text: 'The town has a harbour.', verdict: 'refuted' },
  ],
};

let model: FakeProvider;
let gateway: Gateway;
const folder = mkdtempSync(path.join(tmpdir(), 'claimgate-decided-'));

beforeAll(async () => {
  model = await startFakeProvider();
  gateway = await startGateway({ env: { CLAIMGATE_OPENAI_BASE_URL: `${model.url}/v1` } });
  const report = path.join(folder, 'report.json');
  writeFileSync(report, JSON.stringify(REPORT));
  const added = await runInTests(['corpus', 'add', '--decisions', report], {
    CLAIMGATE_DATA_DIR: gateway.dataDir,
  });
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('Added 1 document, replaced 0.') });
});
afterAll(async () => {
  await gateway.stop();
  await model.stop();
});

const decision = {
  source: 'corpus',
  kind: 'fact_check',
  title: 'Resignations',
  url: 'https://checks.example.org/7',
  published: '2026-11-26',
  quote: `Claim: ${DECIDED}\nRating: False\nChecked by: Ann Smith`,
  stance: 'refutes',
};

async function claimsOf(response: Response): Promise<readonly Claim[]> {
  expect(response.status).toBe(200);
  const { fact_check_metadata } = (await response.json()) as { fact_check_metadata: FactCheckMetadata };
  return fact_check_metadata.claims ?? [];
}

function chat(content: string, factCheck: object): Promise<Response> {
  model.answer(openaiWhole('I see.'));
  return gateway.chat(
    { messages: [{ role: 'user', content }], fact_check: factCheck },
    { authorization: 'Bearer sk-decided-0001' },
  );
}

describe('a decided claim', () => {
  it.each([
    ['ground', DECIDED],
    ['ground', AGAIN],
    ['verify', DECIDED],
    ['verify', AGAIN],
  ])('is settled and shown first in %s: %s', async (mode, text) => {
    model.received.length = 0;
    const [claim] = await claimsOf(await chat(text, { mode }));
    expect(claim?.evidence?.[0]).toEqual(decision);
    if (mode === 'verify') {
      expect(claim).toMatchObject({
        verdict: 'refuted',
        explanation: 'Ann Smith decided this claim on 2026-11-26: “False”.',
      });
      expect(claim).not.toHaveProperty('judged_by');
      // The answer alone was asked for, and no judgement.
      expect(model.received).toHaveLength(1);
    }
  });

  it('leaves a claim with another year open', async () => {
    const [claim] = await claimsOf(await chat(OTHER, { mode: 'verify', judge: 'local' }));
    expect(claim?.evidence ?? []).toEqual([]);
    expect(claim?.verdict).toBe('not_enough_evidence');
  });

  it('does not stand in for what the request brought', async () => {
    const response = await gateway.post(
      '/v1/claims',
      {
        text: AGAIN,
        mode: 'verify',
        judge: 'local',
        model: 'gpt-6-luna',
        documents: [
          { title: 'Minutes', text: 'The mayor of Sunderholm stepped down in May 2024. The deputy follows.' },
        ],
      },
      { authorization: 'Bearer sk-decided-0001' },
    );
    const [claim] = await claimsOf(response);
    expect(claim?.verdict).not.toBe('refuted');
    expect(claim?.evidence?.[0]).toEqual(decision);
  });

  it('is not shown to strangers', async () => {
    const response = await gateway.post('/v1/claims', { text: DECIDED, mode: 'ground' });
    expect(await response.text()).not.toContain('Ann Smith');
  });

  it('is shown by the command line', async () => {
    const file = path.join(folder, 'text.txt');
    writeFileSync(file, `${AGAIN} The library opened later.`);
    const { stdout } = await runInTests(['check', file, '--json'], { CLAIMGATE_DATA_DIR: gateway.dataDir });
    const { claims } = JSON.parse(stdout) as { claims: readonly Claim[] };
    expect(claims[0]?.evidence).toEqual([decision]);
    const shown = await runInTests(['check', file], { CLAIMGATE_DATA_DIR: gateway.dataDir });
    expect(shown.stdout).toContain('Checked by: Ann Smith');
  });
});
