/** OpenAI's client, with each claim's verdict, correction and quote. */
import OpenAI from 'openai';

/** The parts of `fact_check_metadata` that are shown here. */
interface FactCheck {
  claims: {
    text: string;
    role: string;
    verdict: 'supported' | 'refuted' | 'conflicting' | 'not_enough_evidence';
    verdict_confidence: number;
    checked?: boolean;
    correction?: { wrong: string; right: string };
    evidence: { title: string; url: string; quote: string; stance: string }[];
  }[];
}

const client = new OpenAI({
  baseURL: `${process.env.CLAIMGATE_URL ?? 'http://127.0.0.1:8080'}/v1`,
  apiKey: process.env.CLAIMGATE_API_KEY ?? 'sandbox',
});

// A field that the client does not know is sent as it is.
const factCheck = { fact_check: { mode: 'verify' } } as const;
const completion = await client.chat.completions.create({
  model: 'gpt-6-luna',
  messages: [
    {
      role: 'user',
      content:
        'Lightning never strikes the same place twice. Pure water boils at 90 degrees Celsius at sea level.',
    },
  ],
  ...factCheck,
});
console.log(completion.choices[0]?.message.content);

const { fact_check_metadata } = completion as typeof completion & { fact_check_metadata: FactCheck };
for (const claim of fact_check_metadata.claims) {
  // A claim that could not be judged says so: its verdict means nothing.
  const verdict = claim.checked === false ? 'not checked' : claim.verdict;
  console.log(`\n${verdict} (${claim.role}): ${claim.text}`);
  if (claim.correction) console.log(`  correction: ${claim.correction.wrong} → ${claim.correction.right}`);
  for (const { title, url, quote } of claim.evidence) console.log(`  “${quote}”\n  ${title} ${url}`);
}
