/** The model's part in a small task: it reads a file, corrects it, and says so, with the tools that an agent offers. */
import type { PlayModel, PromptTool } from '../../src/sandbox/answers/prompt.ts';

export interface Correction {
  /** Of the file. */
  readonly path: string;
  /** What stands in it once, and what shall stand there; words without quotes. */
  readonly wrong: string;
  readonly right: string;
}

export const DONE = 'Done: the file is corrected.';

type Arguments = Readonly<Record<string, unknown>>;
type Use = (correction: Correction) => Arguments;

const command = ({ wrong, right, path }: Correction): string => `sed -i 's/${wrong}/${right}/' '${path}'`;
/** Codex's tool of GPT-6 runs JavaScript. */
const script = (cmd: string): Arguments => ({
  input: `const result = await tools.exec_command({ cmd: ${JSON.stringify(cmd)} }); text(JSON.stringify(result));`,
});

/** By the tools' names, in order of precedence. */
const READERS: Readonly<Record<string, Use>> = {
  Read: () => ({}),
  read: () => ({}),
  read_file: () => ({}),
  exec_command: ({ path }) => ({ cmd: `cat '${path}'` }),
  functions__exec: ({ path }) => script(`cat '${path}'`),
};
const EDITORS: Readonly<Record<string, Use>> = {
  Edit: ({ wrong, right }) => ({ old_string: wrong, new_string: right }),
  MultiEdit: ({ wrong, right }) => ({ edits: [{ old_string: wrong, new_string: right }] }),
  replace: ({ wrong, right }) => ({ instruction: 'Correct it.', old_string: wrong, new_string: right }),
  edit: ({ wrong, right }) => ({ oldString: wrong, newString: right }),
  apply_patch: ({ path, wrong, right }) => ({
    patchText: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${wrong}\n+${right}\n*** End Patch`,
  }),
  exec_command: (correction) => ({ cmd: command(correction) }),
  functions__exec: (correction) => script(command(correction)),
};

/** @param correction is asked for at each prompt. */
export function playCorrection(correction: () => Correction): PlayModel {
  return ({ tools, turns }) => {
    // Agents ask for a title of the conversation, and other things of their own.
    if (tools === undefined) return { text: 'A correction' };
    const steps = turns.flatMap(({ calls = [] }) => calls).length;
    const seen = turns.flatMap(({ results = [] }) => results.map(({ text }) => text)).join('\n');
    const { wrong } = correction();
    if (steps === 0) return callOne(tools.offered, READERS, correction());
    if (!seen.includes(wrong)) return { text: `The file could not be read: ${seen}` };
    return steps === 1 ? callOne(tools.offered, EDITORS, correction()) : { text: DONE };
  };
}

function callOne(
  offered: readonly PromptTool[],
  uses: Readonly<Record<string, Use>>,
  correction: Correction,
): ReturnType<PlayModel> {
  const name = Object.keys(uses).find((one) => offered.some((tool) => tool.name === one));
  if (name === undefined) return { text: `None of the tools is known: ${offered.map((tool) => tool.name)}` };
  const { parameters } = offered.find((tool) => tool.name === name) as {
    parameters?: { properties?: object };
  };
  const place = Object.keys(parameters?.properties ?? {}).find((one) => /^file_?path$/i.test(one));
  const at = place === undefined ? {} : { [place]: correction.path };
  return { calls: [{ name, arguments: { ...at, ...uses[name]!(correction) } }] };
}
