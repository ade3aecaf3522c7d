import { expect, it } from 'vitest';
import { readTerms } from './read-terms.ts';

it.each<[string, string[]]>([
  ['', []],
  ['The cats are running', ['cat', 'run']],
  ['Café', ['cafe']],
  ["Ms O'Neill's dog doesn't bark", ['ms', 'o', 'neill', 'dog', 'bark']],
  ['1,234 and 5.5', ['1234', '5·5']],
  ['IL6', ['il', '6', 'il6']],
  ['3rd', ['3']],
  ['who asked the WHO', ['ask', 'who']],
  ['it is IT in the US', ['it', 'us']],
  // All in capitals, so that capitals mean nothing.
  ['WHO ASKED US', ['ask']],
  ['東京都', ['東京', '京都']],
  ['a'.repeat(60), ['a'.repeat(48)]],
  ['1'.repeat(60), ['1'.repeat(48)]],
])('%j is found by %j', (text, terms) => expect(readTerms(text)).toEqual(terms));
