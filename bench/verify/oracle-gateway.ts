/** The gateway as users start it, with documents in its corpus and the oracle as its provider. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Pool } from 'undici';
import type { Claim, FactCheckMetadata } from '../../src/domain/claim.ts';
import type { CorpusDocument } from '../../src/engine/corpus/document.ts';
import { openStore } from '../../src/gateway/store/store.ts';
import { openBenchMeaning } from '../open-bench-meaning.ts';
import { fill } from '../retrieval/measure-store.ts';
import { startChild } from '../start-child.ts';

const MODEL = 'gpt-6-luna';
/** The most claims of a text; as many are verified. */
export const MOST_CLAIMS = 20;

export type OracleGateway = Awaited<ReturnType<typeof openOracleGateway>>;

/** @param providerUrl of the oracle. */
export async function openOracleGateway(documents: readonly CorpusDocument[], providerUrl: string) {
  const dir = mkdtempSync(path.join(tmpdir(), 'claimgate-bench-'));
  const dataDir = path.join(dir, 'data');
  const meaning = openBenchMeaning();
  const store = await openStore({ dataDir, now: Date.now, meaning });
  await fill(store.corpus, documents);
  await store.corpus.fillVectors(new AbortController().signal);
  await store.close();
  meaning.close();
  const config = {
    plans: { default: 'enterprise' },
    // How well it is found is measured, on a machine however busy.
    fact_check: { max_claims: MOST_CLAIMS, ground_deadline: '30s' },
    // The oracle is to be asked about every claim.
    judge: { local: { enabled: false } },
  };
  // JSON is YAML.
  writeFileSync(path.join(dir, 'config.yaml'), JSON.stringify(config));
  const gateway = await startChild(path.join(import.meta.dirname, '../../src/gateway/main.ts'), [], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    CLAIMGATE_CONFIG: path.join(dir, 'config.yaml'),
    CLAIMGATE_DATA_DIR: dataDir,
    CLAIMGATE_OPENAI_BASE_URL: providerUrl,
  });
  const pool = new Pool(`http://127.0.0.1:${gateway.port}`);

  const post = async (url: string, key: string, body: object): Promise<string> => {
    const answer = await pool.request({
      method: 'POST',
      path: url,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: MODEL, ...body }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${text}`);
    return text;
  };

  return {
    /** @returns the claims of a text with their verdicts. */
    async checkText(key: string, text: string): Promise<readonly Claim[]> {
      const answer = await post('/v1/claims', key, { text, mode: 'verify', max_claims: MOST_CLAIMS });
      return (JSON.parse(answer) as { fact_check_metadata: FactCheckMetadata }).fact_check_metadata.claims;
    },

    /** @returns the claims of an answer that is streamed, with their verdicts. */
    async checkStream(key: string): Promise<readonly Claim[]> {
      const messages = [{ role: 'user', content: 'Tell me something.' }];
      const factCheck = { mode: 'verify', max_claims: MOST_CLAIMS };
      const body = { stream: true, messages, fact_check: factCheck };
      const events = (await post('/v1/chat/completions', key, body)).split('\n\n');
      const last = events.find((event) => event.includes('"fact_check_metadata":'));
      if (last === undefined) throw new Error('a stream without metadata');
      const chunk = JSON.parse(last.replace(/^data: /, '')) as { fact_check_metadata: FactCheckMetadata };
      return chunk.fact_check_metadata.claims;
    },

    /** @returns how often the corpus was searched, for all requests until now. */
    async searches(): Promise<number> {
      const { body } = await pool.request({ method: 'GET', path: '/metrics' });
      const count = /^claimgate_source_answers_total\{source="corpus"\} (\d+)$/m.exec(await body.text());
      return Number(count?.[1] ?? 0);
    },

    async stop(): Promise<void> {
      await pool.destroy();
      await gateway.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
