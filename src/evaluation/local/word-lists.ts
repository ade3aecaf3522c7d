/** English words that the local scorer knows by name. Other languages are scored by their shape alone. */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words that carry no claim of their own. Quantifiers ("all", "most", "only") are not among them: they do. */
export const FUNCTION_WORDS = words(`
a an the and or but so nor yet if then than as of in on at by for from to into onto with within over under
about through during between among after before since until while because although though however therefore
thus moreover also both either is are was were be been being am isn aren wasn weren has have had having do
does did doing will would shall should can could may might must that which who whom whose what when where why
how there here this these those it its itself he him his himself she her hers herself they them their theirs
themselves we us our ours ourselves you your yours i me my mine such same own very too just even still
already again further up down out off along around upon across per via et al etc s t re ve ll d m
`);

export const NEGATORS = words(
  "not no never none neither nor cannot can't without nobody nothing nowhere unlikely hardly scarcely",
);

/** Words that keep a statement from being flat. */
export const HEDGES = words(`
may might could possibly perhaps maybe probably likely allegedly reportedly apparently supposedly purportedly
potentially presumably seemingly rumored rumoured believed thought estimated expected alleged
`);

export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, index) => [word, String(index + 1)]),
);

/** Pronouns that can be a subject, and need somebody named before them. */
export const SUBJECT_PRONOUNS = words('he she it they');
/** Pronouns that cannot mean the subject of their own clause (Chomsky's Principle B). */
export const OBJECT_PRONOUNS = words('him them hers theirs');
export const POSSESSIVES = words('his her its their');
/** They mean the subject of their clause. */
export const REFLEXIVES = words('himself herself itself themselves');
/** They mean whoever is speaking, which a claim that stands alone cannot tell. */
export const SPEAKERS = words('i we you my our your me us mine ours yours myself ourselves yourself');

/** Forms that a finite clause is known by. */
export const FINITE_VERBS = words(`
is are was were am has have had does do did will would can could may might must shall should became becomes
become remains remained began begins begin made makes make took takes take won wins win lost loses lose held
holds hold led leads lead wrote writes write got gets get went goes go came comes come said says say gave
gives give found finds find kept keeps keep left leaves leave met meets meet ran runs run sold sells sell sent
sends send spent spends spend stood stands stand told tells tell thought thinks think died dies die grew grows
grow knew knows know rose rises rise fell falls fall built builds build bought buys buy brought brings bring
caught catches catch chose chooses choose drew draws draw drove drives drive ate eats eat felt feels feel
fought fights fight flew flies fly forgot hit hits cut cuts put puts set sets let lets cost costs beat beats
sang sings sing sat sits sit slept spoke speaks speak swam taught teaches teach threw throws throw wore wears
wear broke breaks break contains contain includes include consists consist covers cover features feature
plays play stars star works work lives live serves serve uses use means mean causes cause shows show needs
need exists exist belongs belong occurs occur happens happen helps help starts start ends end weighs weigh
measures measure borders border lies lie flows flow produces produce provides provide
`);
