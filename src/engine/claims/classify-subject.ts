/** What the subject of a sentence is: a person or a thing, and of which kind. English. */
import { freeSpacing } from '../text/free-spacing.ts';
import type { Entity } from './discourse.ts';
import { isPersonNoun, mayBePerson } from './find-names.ts';

/** What is said of persons, rarely of anything else. */
const PERSONAL_PREDICATE = freeSpacing('u')`
  ^(?:,? (?:[^.;]*?) )?(?:
    was born|grew up|married|divorced|died|studied|graduated|taught|wrote|said|told|thought|believed
    |worked as|served as|attended|retired|resigned
    |(?:is|was|became) (?:an?|the)(?: [\p{Ll}-]+| \p{Lu}\p{Ll}+){0,4} (?:
      \p{Ll}+(?:ist|ician|ologist|grapher|wright|sman|swoman)|actor|actress|singer|writer|author|poet
      |painter|composer|musician|player|footballer|politician|president|minister|senator|governor|king
      |queen|emperor|general|lawyer|judge|doctor|nurse|engineer|teacher|professor|researcher|inventor
      |explorer|philosopher|mathematician|director|producer|founder|businessman|businesswoman
      |entrepreneur|astronaut|activist|priest|pope|saint|soldier|boxer|swimmer|runner|coach|model
      |dancer|chef|pilot|spy
    )
  )\b
`;
/** What is said of persons and of bodies alike: a name of two words that is none of a place's is then a person's, if a person is spoken of. */
const ACTIVE_PREDICATE = freeSpacing('u')`
  ^(?:(?:first|later|then|also|famously) )?(?:
    moved to|joined|lived|worked|won|received|earned|became|began|met|helped|led|ran for|played
    |directed|founded|invented|discovered|developed|published|painted|composed|starred|returned
    |emigrated|fled|travell?ed|has (?:won|received|written|worked|played|directed|been)
  )\b
`;
/** "is an American energy company based in": what the subject is. Its last word is what it is called later. */
export const KIND = freeSpacing('u')`
  ^(?:,[^,]{1,80},)? (?:is|was|are|were|became|remains) (?:also |now )?(?:an?|the|one of the)
  ((?: (?!(?:in|of|on|at|for|from|to|that|which|who|with|by|and|or|located|based|situated|founded|known|built|designed)\b)[\p{L}\p{N}’'-]+){1,7})
`;
const PLACE_OR_BODY = freeSpacing('u')`
  \b(?:
    city|town|village|capital|country|state|province|region|island|river|mountain|lake|company|firm
    |corporation|university|school|team|club|band|group|organi[sz]ation|party|bank|airline
  )$
`;
/** @returns what something of a kind is called later: "company" of "Swedish furniture retailer". */
export function nounsOf(kind: string): string[] {
  const words = kind.replace(/(?: \p{Ll}+ed)+$/u, '');
  const noun = words.slice(words.lastIndexOf(' ') + 1);
  const nouns = [noun];
  if (/(?:maker|manufacturer|corporation|firm|airline|retailer|conglomerate|startup)$/.test(noun))
    nouns.push('company');
  if (/^(?:capital|town|metropolis)$/.test(noun)) nouns.push('city');
  return nouns;
}

/** Before a person's name. */
const TITLED =
  /^(?:President|Vice President|Senator|Governor|Prime Minister|Chancellor|King|Queen|Prince|Princess|Pope|Emperor|Professor|Dr\.?|Mrs?\.?|Ms\.?|Sir|Lord|Lady) /;

/** @param rest what follows the name. @returns what a sentence's subject can be. */
export function kindOf(name: string, rest: string): Entity['kind'] {
  if (name.startsWith('The ')) return 'thing';
  if (TITLED.test(name) && mayBePerson(name)) return 'person';
  const predicate = rest.trimStart();
  if (PERSONAL_PREDICATE.test(predicate)) return 'person';
  const noun = KIND.exec(rest)?.[1];
  if (noun !== undefined && isPersonNoun(noun)) return 'person';
  if (!mayBePerson(name)) return 'thing';
  if (ACTIVE_PREDICATE.test(predicate)) return 'person';
  return noun !== undefined && !PLACE_OR_BODY.test(noun) ? 'either' : 'thing';
}
