// Leaves the packages' `engines` out of package-lock.json; npm runs it whenever it has changed the packages.
// npm holds them against the machine's Node.js, but its scripts run the one that is brought along. What is
// needed without that one stands in package.json, and bin/claimgate.js checks it. Plain JavaScript: it also
// runs where no Node.js was brought along.
import { readFileSync, writeFileSync } from 'node:fs';

const LOCK = new URL('../package-lock.json', import.meta.url);

const text = readFileSync(LOCK, 'utf8');
const lock = JSON.parse(text);
for (const [place, entry] of Object.entries(lock.packages)) if (place !== '') delete entry.engines;
const trimmed = `${JSON.stringify(lock, null, 2)}\n`;
if (trimmed !== text) writeFileSync(LOCK, trimmed);
