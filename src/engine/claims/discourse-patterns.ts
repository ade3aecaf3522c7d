/** Patterns by which a sentence shows whom and what it is about. English. */
import { freeSpacing } from '../text/free-spacing.ts';
import { SAY_THAT, VERB } from './read-subject.ts';

/** A sentence about how many: nothing in it takes a pronoun of the singular. */
export const QUANTITY = freeSpacing('u')`
  ^(?:
    More than|Over|About|Around|Nearly|Almost|Up to|At least|Less than|Fewer than|Some|Many|Most|Several
    |Thousands|Millions|\p{N}
  )\b
`;
export const GENDERED = freeSpacing('iu')`
  \b(?:(?<he>he|his|him|himself|actor|king|prince|businessman|\p{Ll}+sman)
  |(?<she>she|her|hers|herself|actress|queen|princess|businesswoman|\p{Ll}+swoman))\b
`;
export const THE_ACTOR = /\bactor\b/;
/** Something new that the sentence does something to, and that "it" could mean in the next. */
export const NEW_THING = freeSpacing('u')`
  ^(?:,[^,]{1,80},)?(?: (?:also|later|then|first|\p{Ll}+ly))*
  (?! (?:is|was|has|had|remains|became|lies|stands|serves|belongs)\b) \p{Ll}+ (?:up |out )?
  (?:an?|one|another|its|his|her|their|this) (?!(?:few|lot|number)\b)\p{L}
`;
export const TITLE_LEAD =
  /^(?:(?:The|An?|This|That|It|My|Your|His|Her|What|Who|How|When|Where|One|Two|Three|All|No|If|I) )+$/;
export const DATE = freeSpacing('iu')`
  \btoday(?:['’]s date)? is (?:\p{Lu}\p{Ll}+day,? )?(
    (?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? \p{Lu}\p{Ll}+,? \d{4}
    |\p{Lu}\p{Ll}+ \d{1,2}(?:st|nd|rd|th)?,? \d{4}
  )
`;
/** A sentence that goes on about what was spoken of: "She …", "In 1903, she …", "The company …". */
export const PRONOUN = freeSpacing('u')`
  ^(?:
    (?<first>He|She|It|They|His|Her|Its|Their)
    |(?:In|On|By|At|After|Before|During|Since|From|Until|Throughout|For|With|Despite|Following|Upon|Later
      |Then|There|Today|According to|Along|Under|While|When|Prior to|As|Born|Raised|Educated|Known
      |\p{Lu}\p{Ll}+(?:ly|ing|ed))\b[^.;:!?]{0,80}?,? (?<later>he|she|it)
    |\p{Lu}\p{Ll}+ of (?<of>his|her|its)
    |${SAY_THAT}(?<said>he|she|it)
  )(?=['’ ])
`;
export const THE_FIRST = /^Th(e|is) (\p{Ll}[\p{Ll}-]+)/u;
/** "The capital of Australia is Canberra.", "The best known paper is “…”." */
export const NAMED_LAST = freeSpacing('u')`
  ^The (?<kind>(?:[\p{L}\p{N}’'-]+ ){1,6}?)(?:(?:of|in) (?:the )?\p{Lu}[\p{L} .’'-]{1,40}? )?(?:is|was)
  [ ](?:called |named )?
  (?:(?<title>["“][^"“”]{2,80}["”])|(?<name>\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)*)(?=[,.]))
`;
/** A work that a sentence begins with. */
export const TITLE_FIRST = new RegExp(String.raw`^["“]\p{Lu}[^"“”.!?]{1,80}["”](?= (?:${VERB}))`, 'u');
/** "Emperor penguins are birds", and not "Cars are made by workers", "Wolves are enemies of sheep". */
export const PLURAL = freeSpacing('u')`
  ^(?!(?:His|Her|Its|Their|These|Those|Many|Some|Most|Other|Such|All|Both|More|Several|Few|What|My|Our|Your|Two|Three)\b)
  (?<those>(?:\p{L}[\p{L}’'-]* ){0,3}\p{L}+(?![su])\p{Ll}s)[ ](?:are|were)\b(?!.*[ ]by\b|(?: \p{Ll}+){1,3} (?:of|for|to)\b)
`;
export const PLACE_PREPOSITION = new Set(['in', 'at', 'from', 'to', 'near', 'into', 'through', 'across']);
/** What a title that stands in quotation marks may be called. */
export const WORKS = [
  'book',
  'novel',
  'poem',
  'play',
  'story',
  'film',
  'movie',
  'series',
  'show',
  'song',
  'single',
  'album',
  'painting',
];
/** So many words for one thing are kept. */
export const MOST_NOUNS: number = 20;
export const MOST_PLACES: number = 50;
