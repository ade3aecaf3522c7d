import { describe, expect, it } from 'vitest';
import { detectClaims } from './detect.ts';
import { openDiscourse, remember, resolveReferences } from './resolve-reference.ts';

function resolved(sentences: readonly string[], statement: string): string {
  const discourse = openDiscourse();
  for (const sentence of sentences) remember(sentence, discourse);
  return resolveReferences(statement, discourse);
}

describe('references', () => {
  it.each([
    [['Albert Einstein was born in Ulm.'], 'He was a physicist.', 'Albert Einstein was a physicist.'],
    [['Einstein grew up in Munich.'], 'He studied there in 1896.', 'Einstein studied in Munich in 1896.'],
    [
      ['Ada Lovelace was an English mathematician.'],
      "She's known for her notes.",
      "Ada Lovelace's known for her notes.",
    ],
    [
      ['Georg Parrot was born on October 22, 1767, in Riga, Latvia (now in the EU).'],
      'He studied in Jena.',
      'Georg Parrot studied in Jena.',
    ],
    [
      ['Abong Mbang is a city in Cameroon.'],
      'It is in the East Region.',
      'Abong Mbang is in the East Region.',
    ],
    [['Toyota was founded in 1937.'], 'It is based in Aichi.', 'Toyota is based in Aichi.'],
    [
      ['Frida Kahlo was a painter.', 'She was born in 1907.'],
      'She died in 1954.',
      'Frida Kahlo died in 1954.',
    ],
    [['Today is Monday, 3 June 2024.'], 'The bank closed today.', 'The bank closed on 3 June 2024.'],
  ])('are resolved where one candidate is left: %j %s', (before, statement, whole) => {
    expect(resolved(before, statement)).toBe(whole);
  });

  it.each([
    [['Obama met Merkel in Berlin.'], 'He praised her.'],
    [['Marie Curie married Pierre Curie.'], 'He died in 1906.'],
    [['Marie Curie was born in Warsaw.', 'She met Pierre in Paris.'], 'He was a physicist.'],
    [['The weather was nice.'], 'He was born there in 1879.'],
    [['Toyota was founded in 1937.'], 'It is important to rest.'],
    [['Toyota was founded in 1937.'], 'It was raining in Tokyo.'],
    [['Einstein and Bohr met in Brussels.'], 'He was impressed.'],
    [["Einstein's wife was a physicist."], 'She was born in 1875.'],
    [['Paris is the capital of France.'], 'He lives in Lyon.'],
    [['Albert Einstein was a physicist.', 'The war began in 1914.'], 'He was born in 1879.'],
    [[], 'They said it.'],
    [['The bank closed today.'], 'The bank closed today.'],
  ])('are left alone where they are not certain: %j %s', (before, statement) => {
    expect(resolved(before, statement)).toBe(statement);
  });

  it('look into the message before', () => {
    const preceding = 'Tell me about the life of Rosalind Franklin. Rosalind Franklin was a chemist.';
    const [claim] = detectClaims('She was born in London in 1920.', { preceding });
    expect(claim?.text).toBe('Rosalind Franklin was born in London in 1920.');
    expect(claim?.original_text).toBe('She was born in London in 1920.');
  });
});
