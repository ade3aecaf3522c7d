import { describe, expect, it } from 'vitest';
import { openDiscourse } from './discourse.ts';
import { stateClaim } from './state-claim.ts';

describe('stating a claim', () => {
  it.each([
    ['However, the law was repealed in 1933.', 'The law was repealed in 1933.'],
    ['For example, **Iceland** has no army.', 'Iceland has no army.'],
    ['In fact, also, bats can see well enough.', 'Bats can see well enough.'],
    ['The *Mona Lisa* hangs in the [Louvre](https://louvre.fr).[3]', 'The Mona Lisa hangs in the Louvre.'],
    ['The tower was completed in 1889.[^1]', 'The tower was completed in 1889.'],
    ['The tower was completed[^note-2] in 1889.', 'The tower was completed in 1889.'],
    ['The river\n  flows north.', 'The river flows north.'],
    ['Yes, `npm` was released in 2010.', 'Npm was released in 2010.'],
    ['It is true that honey keeps for years.', 'Honey keeps for years.'],
    ['BREAKING: The dam in #NorthFork has burst 😱 https://t.co/x1', 'The dam in North Fork has burst'],
    ['C# was released in 2000 and #1 in 2005.', 'C# was released in 2000 and #1 in 2005.'],
    ['Write to info@example.com, founded in 1999.', 'Write to info@example.com, founded in 1999.'],
    ['Paris is in France.', 'Paris is in France.'],
    ['snake_case_names are used in Python 3.', 'snake_case_names are used in Python 3.'],
    ['Die Mauer fiel 1989.', 'Die Mauer fiel 1989.'],
    ['So the dam burst in 1963.', 'The dam burst in 1963.'],
    ['But the dam burst in 1963.', 'The dam burst in 1963.'],
    ['Short answer: no, the dam burst in 1963.', 'The dam burst in 1963.'],
    ['TL;DR: the dam burst in 1963.', 'The dam burst in 1963.'],
    // What a claim holds under, and whose it is, is part of it.
    ['So far, nine ships have sunk there.', 'So far, nine ships have sunk there.'],
    ['But for the storm, the ship was safe.', 'But for the storm, the ship was safe.'],
    ['But if it freezes, the pipes burst.', 'But if it freezes, the pipes burst.'],
    ['Right, because the pipes burst in May.', 'Right, because the pipes burst in May.'],
    ['I have heard that honey keeps for years.', 'I have heard that honey keeps for years.'],
    ['I think that honey keeps for years.', 'I think that honey keeps for years.'],
    // A hashtag is a word of the sentence, or a mark behind it.
    ['The dam burst in 1963 #dam #flood', 'The dam burst in 1963'],
    ['The dam burst in 1963. #dam', 'The dam burst in 1963.'],
    ['The dam burst in 1963 #flood', 'The dam burst in 1963'],
    ['The dam stood in Italy #travel', 'The dam stood in Italy'],
    ['The dam burst 😱 #flood https://t.co/x1', 'The dam burst'],
    ['The dam burst in #Italy', 'The dam burst in Italy'],
    ['They left New #Delhi', 'They left New Delhi'],
    ['#Delhi #Police have closed the dam.', 'Delhi Police have closed the dam.'],
    ['The dam is #1', 'The dam is #1'],
    // What asks for consent says nothing.
    ['The dam burst in 1963, right.', 'The dam burst in 1963.'],
    ['The dam burst in 1963, right?', 'The dam burst in 1963.'],
    ['The dam burst in 1963, no?', 'The dam burst in 1963.'],
    ['Der Damm brach 1963, oder?', 'Der Damm brach 1963.'],
    ['Der Damm brach 1963 – wusstet ihr das?', 'Der Damm brach 1963.'],
    ['Der Damm brach 1963 – richtig.', 'Der Damm brach 1963 – richtig.'],
    ['La presa se rompió en 1963, ¿no?', 'La presa se rompió en 1963.'],
    ['Le barrage a cédé en 1963, n’est-ce pas ?', 'Le barrage a cédé en 1963.'],
    ['They turned left, right.', 'They turned left, right.'],
    ['The answer, he said, no.', 'The answer, he said, no.'],
    ['Baraj 1963 yılında yıkıldı, değil mi?', 'Baraj 1963 yılında yıkıldı.'],
    ['大坝于1963年决堤，对吧？', '大坝于1963年决堤。'],
    // What was taken out leaves nothing behind.
    ['The dam ([1]) burst in 1963 [2].', 'The dam burst in 1963.'],
    ['The dam burst in 1963 (see https://x.org/a).', 'The dam burst in 1963.'],
    ['The dam burst in 1963 (https://x.org/a) and fell.', 'The dam burst in 1963 and fell.'],
    ['The dam (see [4]) burst [](https://x.org/a).', 'The dam burst.'],
    ['The dam (in May) burst at .5 bar (a record).', 'The dam (in May) burst at .5 bar (a record).'],
    ['~~The dam burst in 1963.~~', '~~The dam burst in 1963.~~'],
  ])('%s', (sentence, claim) => {
    expect(stateClaim(sentence, openDiscourse())).toBe(claim);
  });
});
