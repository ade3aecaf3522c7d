/** `claimgate-client` for Python: its types, its wheel, and the wheel beside Python's stock clients. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_JUDGE, startGateway } from '../harness/start-gateway.ts';
import { CLIENTS, findPython, run, skipWithoutPython } from './find-python.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../clients/python');
const python = await findPython(CLIENTS);

const CONSUMER = `
from claimgate_client import FactCheckOptions, check_text, check_text_stream, read_claims

for claim in check_text("a", mode="verify", spans=[{"start": 0, "end": 1}])["fact_check_metadata"]["claims"]:
    verdict: str = claim["verdict"]
for event in check_text_stream("a"):
    if event["type"] == "done":
        mode: str = event["check"]["mode"]
options: FactCheckOptions = {"mode": "detect", "claims": "all"}

wrong: FactCheckOptions = {"mode": "always"}  # type: ignore[typeddict-item]
check_text("a", mode="off")  # type: ignore[arg-type]
check_text("a", max_claim=1)  # type: ignore[call-arg]
read_claims(None)[0]["verdicts"]  # type: ignore[typeddict-item]
number: int = read_claims(None)[0]["verdict"]  # type: ignore[assignment]
`;

describe('Python’s claimgate-client', () => {
  if (python === undefined) {
    skipWithoutPython(CLIENTS);
    return;
  }
  const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'claimgate-wheel-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is without fault to mypy, and types what uses it', async () => {
    const consumer = path.join(folder, 'consumer.py');
    await writeFile(consumer, CONSUMER);
    const { stdout } = await run(
      python,
      ['-m', 'mypy', '--strict', '--cache-dir', path.join(folder, 'cache'), 'claimgate_client', consumer],
      { cwd: SOURCES },
    );
    expect(stdout).toBe('Success: no issues found in 2 source files\n');
  });

  it('is a wheel with types that checks texts, reads claims and collects what other clients drop', async () => {
    const wheels = path.join(folder, 'wheels');
    await run(python, ['-m', 'hatchling', 'build', '-t', 'wheel', '-d', wheels], {
      cwd: SOURCES,
      env: environment,
    });
    const [wheel, ...more] = await readdir(wheels);
    expect([wheel, more]).toEqual([expect.stringMatching(/^claimgate_client-.*-py3-none-any\.whl$/), []]);
    const file = path.join(wheels, wheel ?? '');
    const { stdout: listing } = await run(python, ['-m', 'zipfile', '-l', file]);
    expect(listing).toContain('claimgate_client/py.typed');

    const gateway = await startGateway({ yaml: OWN_JUDGE });
    try {
      const script = path.join(import.meta.dirname, 'python_client.py');
      const { stdout } = await run(python, [script, gateway.url], {
        timeout: 60_000,
        env: { ...environment, PYTHONPATH: file },
      });
      expect(stdout.trim().split('\n')).toHaveLength(8);
    } finally {
      await gateway.stop();
    }
  }, 90_000);
});
