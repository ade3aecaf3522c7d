// Checks a text against documents of its own, on this machine: no server, no account, no network.
import { createChecker, openJudge } from 'claimgate/engine';

const documents = [
  {
    title: 'Returns',
    url: 'https://shop.example/returns',
    text: 'You can return items within 14 days. Sale items cannot be returned.',
  },
  {
    title: 'Refunds',
    url: 'https://shop.example/refunds',
    text: 'Refunds are paid to the card that was used, within five working days.',
  },
];
const answer = 'You can return items within 30 days. Refunds are paid within 5 working days.';

const judge = openJudge();
const checker = createChecker({ documents, judge });
for await (const event of checker.check({ text: answer })) {
  if (event.type === 'verdict') {
    const { original_text, verdict, evidence = [] } = event.claim;
    console.log(`${verdict}: ${original_text}`);
    for (const { quote, title, stance } of evidence) console.log(`  ${stance}: “${quote}” (${title})`);
  }
  if (event.type === 'correction')
    console.log(`  say “${event.correction.right}”, not “${event.correction.wrong}”`);
  if (event.type === 'done') console.log(event.metadata.groundedness);
}
await judge.close();
