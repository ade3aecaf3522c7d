/** English verbs from their base form, as a question leaves them: "did … win" → "won", "does … have" → "has". */

/** Base and past of verbs that are not regular; where one form stands alone, the past equals it. */
const IRREGULAR =
  'arise arose,awake awoke,be was,bear bore,beat beat,become became,begin began,bend bent,bet,bind bound,bite bit,bleed bled,blow blew,break broke,breed bred,bring brought,broadcast,build built,burst,buy bought,cast,catch caught,choose chose,cling clung,come came,cost,creep crept,cut,deal dealt,dig dug,do did,draw drew,drink drank,drive drove,eat ate,fall fell,feed fed,feel felt,fight fought,find found,flee fled,fly flew,forbid forbade,forecast,forget forgot,forgive forgave,freeze froze,get got,give gave,go went,grind ground,grow grew,hang hung,have had,hear heard,hide hid,hit,hold held,hurt,keep kept,kneel knelt,know knew,lay laid,lead led,leave left,lend lent,let,lie lay,light lit,lose lost,make made,mean meant,meet met,mislead misled,mistake mistook,outlaw outlawed,overcome overcame,overthrow overthrew,overtake overtook,pay paid,put,quit,read,rebuild rebuilt,ride rode,ring rang,rise rose,run ran,say said,see saw,seek sought,sell sold,send sent,set,shake shook,shed,shine shone,shoot shot,show showed,shrink shrank,shut,sing sang,sink sank,sit sat,sleep slept,slide slid,speak spoke,spend spent,spin spun,split,spread,spring sprang,stand stood,steal stole,stick stuck,sting stung,strike struck,swear swore,sweep swept,swim swam,swing swung,take took,teach taught,tear tore,tell told,think thought,throw threw,undergo underwent,understand understood,undertake undertook,upset,wake woke,wear wore,weep wept,win won,wind wound,withdraw withdrew,withstand withstood,write wrote';

const PAST = new Map(
  IRREGULAR.split(',').map((pair) => {
    const [base, past] = pair.split(' ');
    return [base!, past ?? base!];
  }),
);

/** Regular verbs that double their last consonant. */
const DOUBLING = new Set(
  'admit ban commit compel control drop equip fit grab kidnap occur omit permit plan plot refer rob scrap ship slip snap spot stab step stop strip submit swap tap transfer trap trim'.split(
    ' ',
  ),
);

/** Verbs of events that questions ask about, beyond the irregular ones; also nouns, many of them. */
const REGULAR = new Set(
  'abandon abolish accept accuse achieve acquire add admit adopt announce annex appear appoint approve arrest ask assassinate attack attend ban bomb boycott cancel cause change claim close collapse colonize conquer control convert convince crash create criticize cross declare decline defeat defend deny deploy destroy develop die discover dismiss dissolve divide donate double drop earn emerge employ end enter erupt escape establish execute exist expand expel explode export fail file fine fire flood force found gain happen hire host ignore impeach import imprison improve increase introduce invade invent invest issue jail join jump kill land last launch legalize like live lower marry merge move murder name nationalize need open oppose order own pass plan play poison predict produce prohibit promise propose protest publish raise rank reach receive recall reduce refuse reject release rename repeal replace report require resign retire return reveal rule sail seize separate shift sign sponsor start stop succeed sue suffer support surrender survive suspend switch test topple trade transfer travel turn use veto visit vote want warn weigh withdraw work'.split(
    ' ',
  ),
);

/** @returns whether a word may be the base form of a verb of action. */
export function isBaseVerb(word: string): boolean {
  return PAST.has(word) || REGULAR.has(word);
}

/** "invade" → "invaded", "win" → "won". */
export function pastOf(base: string): string {
  const known = PAST.get(base);
  if (known) return known;
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return DOUBLING.has(base) ? `${base}${base.at(-1)}ed` : `${base}ed`;
}

/** "have" → "has", "cross" → "crosses", "fly" → "flies". */
export function thirdPersonOf(base: string): string {
  if (base === 'have') return 'has';
  if (base === 'be') return 'is';
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return `${base}s`;
}
