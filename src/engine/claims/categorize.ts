import type { ClaimCategory } from '../../domain/claim.ts';
import { freeSpacing } from '../text/free-spacing.ts';

const QUOTE = freeSpacing('i')`
  \b(?:
    said|says|saying|told|tells|stated|(?<!United )states|announced|announces|claimed|claims? that
    |say|denied|denies|admitted|insisted|warned|warns?|argued|argues|declared|concluded|concludes
    |confirmed|confirms|tweeted|promised|described|testified|recommends that|alleged|alleges
  )\b
  |\baccording to\b
  |\bas .{3,40} put it\b
  |^per the\b
  |\bcalled the [a-z]+ (?:an?|the)\b
`;
const PREDICTION = freeSpacing('i')`
  \b(?:
    will|won['’]t|shall|is going to|are going to|is expected|are expected|is projected|are projected
    |is likely to|are likely to|is set to|are set to|is scheduled|are scheduled|plans? to|forecasts?
    |takes? effect|would (?!have\b)[a-z]+
  )\b
  |\bnext (?:year|month|week|decade|century|spring|summer|fall|autumn|winter)\b
  |\bby 20[3-9]\d\b
  |\bin 20(?:2[7-9]|[3-9]\d)\b
  |\btomorrow\b
`;
const CAUSAL = freeSpacing('i')`
  \b(?:
    because|caus(?:e|es|ed|ing)|due to|owing to|lead(?:s|ing)? to|led to|results? in|resulted in
    |as a result|trigger(?:s|ed)?|contributes? to|contributed to|prevents?|prevented|thanks to
    |responsible for|(?:no|an|any) effect|forced|slows? down|spreads? the
    |increases? the (?:risk|chance|likelihood)|(?:reduce|lower)s? the (?:risk|chance)|improves?
    |makes? [a-z]+(?: [a-z]+)? [a-z]+(?:ive|er|y|ous)|kills? the|cures?
  )\b
`;
const RECORD = freeSpacing('i')`
  \b(?:the|an?) (?:[a-z]+[ -])?(?:
    first|last(?! (?:night|week|month|quarter|year|decade|century|summer|winter|season))|only
    |largest|biggest|smallest|highest|lowest|longest|shortest|oldest|youngest|tallest|fastest
    |slowest|deadliest|hottest|coldest|richest|poorest|happiest|worst|best|deepest|heaviest
    |brightest|busiest|[a-z]+est-[a-z]+
  )\b(?! of all (?:students|people)\b)
  |\bthe most [a-z]+\b
  |\bworld record\b
  |\brecord (?:high|low|profits?|number|sales|levels?)\b
  |\ball-time\b
  |\bsince records began\b
  |\bof all time\b
  |\bno (?:other|president|country|one) (?:has|had) ever\b
  |\bnever before\b
  |\bholds the record\b
  |\bfor the first time\b
`;
const COMPARISON = freeSpacing('i')`
  \bthan\b
  |\bcompared (?:to|with)\b
  |\bunlike\b
  |\bwhereas\b
  |\b(?:twice|three times|ten times|half) as\b
  |\btimes as (?:much|many|[a-z]+) as\b
  |\bas [a-z]+ as\b
  |\bthe same (?:as|[a-z]+ as)\b
  |\bexceeds?\b
  |\boutnumbers?\b
`;
const MORE_THAN_NUMBER = freeSpacing('i')`
  \b(?:
    more|less|fewer|higher|lower|greater|other|rather|older|younger
  ) than (?:
    \d|[$€£]|(?:a |one |two |three |half |an? hundred|a thousand|a million)
  )
`;
const QUANTITY_IN_WORDS = freeSpacing('i')`
  \b(?:one|two|three|nine|four) (?:in|out of) (?:[a-z]+|\d+)\b
  |\b(?:half|a third|two thirds|three quarters|a quarter|the majority) of\b
  |\b(?:double|doubled|tripled|halved|quadrupled)\b
  |\bby (?:a third|half|a quarter)\b
  |\bpercent\b
  |\bpopulation of\b
`;
const QUANTITY_IN_DIGITS = freeSpacing('i')`
  \d(?:[\d.,]*)\s?(?:%|per ?cent|percent)
  |[$€£¥]\s?\d
  |\b\d[\d.,]*\s(?:
    million|billion|trillion|thousand|hundred|people|inhabitants|residents|jobs|patients|deaths
    |cases|bones|dollars|euros|pounds|tons?|tonnes|metric|barrels?|km|kilomet|cubic|square|liters?
    |degrees|meters|metres|feet|miles|kg|kilograms|students|employees|workers|children|members|votes
    |seats|copies|species
  )\b
  |\b(?:about|around|nearly|roughly|approximately|almost|over|more than|some) \d[\d.,]*\b
`;
const PAST_EVENT = freeSpacing('i')`
  \b(?:was|were|has been|have been|got) (?:[a-z]+ly )?(?:
    [a-z]+ed|born|built|sent|shot|made|held|won|sold|struck|found|founded|signed|written|taken|given
    |hit|overthrown|elected|killed
  )\b
  |\b(?:
    fell|invaded|struck|stormed|launched|died|passed|sank|moved|joined|arrested|merged|destroyed
    |resigned|landed|won|overturned|divorced|broke|reached|began|started|ended|closed|opened|signed
    |met|married|visited|attacked|crashed|exploded|collapsed|bought|sold|left|returned|discovered
    |invented|founded|elected|killed|released|published|introduced|banned|adopted|fired|retired
    |graduated|became|came|went|took|gave|lost|beat|defeated|voted|burned|flooded|erupted|occurred
    |happened|appeared|announced|declared|established|created|built|wrote|directed|received
    |appointed|crossed|entered|surrendered|sailed|flew|arrived|departed|split|quit|tested
  )\b
`;
const DATE = freeSpacing('u')`
  \b(?:1\d|20)\d\d\b
  |\b(?:
    January|February|March|April|May|June|July|August|September|October|November|December|Monday
    |Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|yesterday|last (?:night|week|month|year)
  )\b
  |\bago\b
`;
const STATE = freeSpacing('i')`
  \b(?:
    is|are|was|were|has|have|had|consists?|contains?|belongs?|includes?|lies|covers|weighs|measures
    |can(?:not|['’]t)?|could|isn['’]t|aren['’]t
  )\b
`;

function hasQuantity(claim: string): boolean {
  return (/\d/.test(claim) && QUANTITY_IN_DIGITS.test(claim)) || QUANTITY_IN_WORDS.test(claim);
}

/** @returns what a claim asserts: the first kind whose signs it has, the clearest kinds first. English. */
export function categorize(claim: string): ClaimCategory {
  if (QUOTE.test(claim)) return 'quote';
  if (PREDICTION.test(claim)) return 'prediction';
  if (CAUSAL.test(claim)) return 'causal';
  if (COMPARISON.test(claim) && !MORE_THAN_NUMBER.test(claim)) return 'comparison';
  if (RECORD.test(claim)) return 'record';
  const event = PAST_EVENT.test(claim);
  if (hasQuantity(claim) && !(event && DATE.test(claim) && !/%|percent/i.test(claim))) return 'statistic';
  if (event) return 'event';
  if (STATE.test(claim)) return 'attribute';
  return DATE.test(claim) ? 'event' : 'other';
}
