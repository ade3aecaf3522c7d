/** An agent with a tool. Results of tools are evidence: a claim is checked against what the tool returned. */
import OpenAI from 'openai';

interface FactCheck {
  claims: {
    text: string;
    role: string;
    verdict: string;
    checked?: boolean;
    evidence: { title: string; source: string; quote: string }[];
  }[];
}

const BRIDGES: Record<string, string> = {
  kestrel: 'The Kestrel Bridge was opened in 1987. It has four lanes.',
};

const client = new OpenAI({
  baseURL: `${process.env.CLAIMGATE_URL ?? 'http://127.0.0.1:8080'}/v1`,
  apiKey: process.env.CLAIMGATE_API_KEY ?? 'sandbox',
});

const factCheck = { fact_check: { mode: 'verify' } } as const;
const runner = client.chat.completions.runTools({
  model: 'gpt-6-luna',
  messages: [
    { role: 'user', content: 'The Kestrel Bridge was opened in 1978. Is that right? Use find_bridge.' },
  ],
  tools: [
    {
      type: 'function',
      function: {
        name: 'find_bridge',
        description: 'What is known of a bridge.',
        parameters: {
          type: 'object',
          properties: { name: { type: 'string', enum: Object.keys(BRIDGES) } },
          required: ['name'],
        },
        parse: JSON.parse,
        function: ({ name }: { name: string }) => BRIDGES[name] ?? 'Unknown bridge.',
      },
    },
  ],
  ...factCheck,
});
runner.on('functionToolCall', ({ name, arguments: given }) => console.log(`calls ${name}(${given})`));

const completion = await runner.finalChatCompletion();
console.log(completion.choices[0]?.message.content);
const { fact_check_metadata } = completion as typeof completion & { fact_check_metadata: FactCheck };
for (const claim of fact_check_metadata.claims) {
  const verdict = claim.checked === false ? 'not checked' : claim.verdict;
  console.log(`\n${verdict} (${claim.role}): ${claim.text}`);
  for (const { quote, title, source } of claim.evidence) console.log(`  “${quote}”\n  ${title} (${source})`);
}
