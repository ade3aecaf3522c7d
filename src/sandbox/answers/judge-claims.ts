/**
 * The question by which the gateway has claims judged, known by the fields of its schema. A simulated model reads nothing:
 * it answers with what the gateway's own judge finds in the evidence that it was sent.
 */
import { isQuestion, type JudgeClaim, type Prompt, type SentItem } from './prompt.ts';
import { hasFields, itemSchema } from './question-schema.ts';

/**
 * One claim of the question, its parts, and its evidence, between lines with the block's own random word
 * (docs/verdicts.md).
 */
const BLOCK =
  /^Claim (\d+)(?: \(final\))?\n<<<CLAIM (\w{16,})>>>\n(.*)\n((?:\(\d+\) .*\n){0,20})<<<END CLAIM \2>>>\n(?:<<<CONTEXT \2>>>\n.*\n<<<END CONTEXT \2>>>\n)?<<<EVIDENCE \2>>>\n([\s\S]*?)\n?<<<END EVIDENCE \2>>>/;
const BLOCK_START = /\n\n(?=Claim \d)/;
const PART = /^\((\d+)\) (.*)$/gm;
/** An item of the evidence: its heading, and its text in one line. */
const ITEM = /^\[(\d+)\] (.*)\n(.*)$/gm;
const FIELDS = ['claim', 'part', 'evidence', 'explanation', 'verdict', 'probability', 'wrong', 'right'];

/** What a judge gives a verdict of which it is not sure. */
const UNDECIDED = 0.25;

/** @returns the answer; `undefined` where that is not what is asked. */
export async function judgeClaims(
  prompt: Prompt,
  judge: JudgeClaim = async () => undefined,
): Promise<string | undefined> {
  if (prompt.format.type !== 'json_schema') return undefined;
  if (!hasFields(itemSchema(prompt.format.schema, 'verdicts'), [...FIELDS, 'next_queries'])) return undefined;
  const message = prompt.turns.findLast(isQuestion)?.text ?? '';
  const asked = message.split(BLOCK_START).flatMap(readBlock);
  const verdicts = await Promise.all(
    asked.map(async ({ claim, part, text, items }) => {
      return { claim, part, ...(await judgeOne(text, items, judge)), next_queries: [] };
    }),
  );
  return JSON.stringify({ verdicts });
}

interface Asked {
  readonly claim: number;
  /** 0 where the claim has none. */
  readonly part: number;
  readonly text: string;
  readonly items: readonly (SentItem & { readonly number: number })[];
}

function readBlock(block: string): Asked[] {
  const [, number, , text, lines = '', evidence = ''] = BLOCK.exec(block) ?? [];
  if (text === undefined) return [];
  const claim = Number(number);
  const items = [...evidence.matchAll(ITEM)].map(([, item, heading = '', text = '']) => {
    return { number: Number(item), heading: heading.split(' | '), text };
  });
  const parts = [...lines.matchAll(PART)].map(([, part, text = '']) => ({ part: Number(part), text }));
  return (parts.length > 0 ? parts : [{ part: 0, text }]).map((one) => ({ claim, ...one, items }));
}

async function judgeOne(claim: string, items: Asked['items'], judge: JudgeClaim): Promise<object> {
  const found = await judge(claim, items);
  if (found === undefined) {
    return {
      evidence: [],
      explanation: 'The gateway’s own judge, which answers here for a model, was not sure.',
      ...{ verdict: 'not_enough_evidence', probability: UNDECIDED, wrong: '', right: '' },
    };
  }
  const { evidence, ...said } = found;
  return {
    ...said,
    evidence: evidence.map(({ index, ...one }) => ({ number: items[index]?.number, ...one })),
    explanation: 'Judged by the gateway’s own small model, which answers here for a model.',
  };
}
