/** Runs the composite action in action.yml as GitHub's runner does: its `run` steps, with the values of expressions. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { type Ended, plainEnv, ROOT, run } from './sample-repository.ts';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string; readonly description: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export const readAction = (): Action => parseYaml(readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));

export interface ActionRun extends Ended {
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The steps that were run. */
  readonly ran: readonly string[];
}

/** The shells of composite actions: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax */
const SHELLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['bash', '--noprofile', '--norc', '-eo', 'pipefail'],
};

/**
 * @param workspace the checkout.
 * @param temp a folder of its own.
 */
export function runAction(
  workspace: string,
  temp: string,
  inputs: Readonly<Record<string, string>>,
  event: object = {},
): ActionRun {
  const action = readAction();
  mkdirSync(temp, { recursive: true });
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: value }]) => [name, inputs[name] ?? value]),
  );
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const context = { inputs: given, steps, runner: { temp }, github: { event, action_path: ROOT } };
  const ran: string[] = [];
  const result = { code: 0 as number | null, stdout: '', stderr: '', summary: '' };
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.run === undefined || result.code !== 0) continue;
    if (step.if !== undefined && !holds(step.if, context)) continue;
    const files = Object.fromEntries(
      ['script.sh', 'output', 'summary'].map((name) => [name, path.join(temp, `_step-${index}-${name}`)]),
    ) as Record<'script.sh' | 'output' | 'summary', string>;
    writeFileSync(files['script.sh'], substitute(step.run, context));
    for (const name of ['output', 'summary'] as const) writeFileSync(files[name], '');
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, substitute(value, context)]);
    const [shell = '', ...args] = SHELLS[step.shell ?? ''] ?? [];
    const ended = run(shell, [...args, files['script.sh']], {
      cwd: workspace,
      env: {
        ...plainEnv(temp),
        // It comes by an input.
        CLAIMGATE_API_KEY: '',
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temp,
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
        ...Object.fromEntries(env),
      },
    });
    ran.push(step.name ?? '');
    steps[step.id ?? ''] = { outputs: readOutputs(readFileSync(files.output, 'utf8')) };
    result.code = ended.code;
    result.stdout += ended.stdout;
    result.stderr += ended.stderr;
    result.summary += readFileSync(files.summary, 'utf8');
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    substitute(value, context),
  ]);
  return { ...result, outputs: Object.fromEntries(outputs), ran };
}

/** The workflow commands that the runner obeys: none between `::stop-commands::` and its end mark. */
export function commandsIn(stdout: string): string[] {
  let end: string | undefined;
  return stdout.split(/\r\n|\r|\n/).filter((line) => {
    if (line === end) {
      end = undefined;
      return false;
    }
    if (end !== undefined || !/^\s*::|##\[/.test(line)) return false;
    const stopped = /^::stop-commands::(.+)$/.exec(line)?.[1];
    if (stopped === undefined) return true;
    end = `::${stopped}::`;
    return false;
  });
}

function substitute(text: string, context: object): string {
  return String(text).replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_, expression: string) =>
    evaluate(expression, context),
  );
}

/** Of `a.b.c || d.e`: the first that is not empty. @throws where it is written in any other way. */
function evaluate(expression: string, context: object): string {
  for (const place of expression.split(/\s*\|\|\s*/)) {
    if (!/^[a-z_-]+(?:\.[a-z_-]+)+$/.test(place)) throw new Error(`Not understood: ${expression}`);
    let value: unknown = context;
    for (const name of place.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
    if (value !== undefined && value !== '') return String(value);
  }
  return '';
}

function holds(condition: string, context: object): boolean {
  return condition.split(' && ').every((part) => {
    const [, place, text] = /^(\S+) != '(.*)'$/.exec(part) ?? [];
    if (place === undefined) throw new Error(`Not understood: ${condition}`);
    return evaluate(place, context) !== text;
  });
}

/** `name=value`, or `name<<MARK`, lines, `MARK`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = '', value, , lines] of text.matchAll(/^([\w-]+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n\3)$/gm)) {
    outputs[name] = value ?? lines ?? '';
  }
  return outputs;
}
