import type { Language } from './languages.ts';

/**
 * Words that say nothing of what a text is about: articles, prepositions, pronouns, auxiliaries. They count
 * for nothing when a claim is looked for, or held against a text.
 */
const LISTS = {
  en: `a about above after again against all also although am among an and any are aren't as at be because been
    before being below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't
    down during each either few for from further had hadn't has hasn't have haven't having he her here hers
    herself him himself his how however i if in into is isn't it it's its itself just may me might more most must
    my myself no nor not of off on once only or other our ours out over own per said same say says she should so
    some such than that that's the their theirs them then there these they this those though through thus to too
    under until up upon us very via was wasn't we were weren't what when where whether which while who whom whose
    why will with within without won't would wouldn't yet you your yours`,
  de: `aber als am an auch auf aus bei bin bis bist da damit dann das dass dein dem den denn der des dessen die
    dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa für
    gegen hat hatte hatten haben ich ihr ihre ihrem ihren ihrer im in ins ist ja jede jeden jeder kann kein keine
    können man mehr mit nach nicht noch nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie
    sind so soll über um und uns unter vom von vor war waren was weil welche wenn wer werden wie wieder wird wo
    wurde wurden zu zum zur zwischen`,
  fr: `à au aucun aussi aux avec avait ce ces cet cette chez comme comment dans de des dont du elle elles en entre
    est et été était être eu fait furent fut il ils je la le les leur leurs lui mais même ne nos notre nous on
    ont ou où par pas plus pour qu que quel quelle qui sa sans se ses si son sont sous sur ta te tes ton très tu
    un une vers vos votre vous y`,
  es: `a al ante aunque como con contra cual cuando de del desde donde dos el ella ellas ellos en entre era eran es
    esa ese eso esta está estaba están este esto fue fueron ha había han hasta hay la las le les lo los más me
    mi muy no nos o para pero por porque que qué quien se ser si sí sin sobre son su sus también tiene todo
    tras tu un una uno y ya`,
  it: `a ad agli ai al alla alle anche che chi ci come con contro cui da dagli dai dal dalla dei del della delle di
    dove e è ed era erano essere fu ha hanno i il in io la le lei li lo loro lui ma mi nei nel nella non o per
    perché più poi quale quando quanto quella quello questa questo se si sia sono su sua sue sugli sui sul sulla
    suo suoi tra un una uno`,
  pt: `a ao aos as até com como da das de dela dele do dos e é ela ele eles em entre era eram essa esse esta está
    este eu foi foram há isso isto já mais mas me mesmo muito na nas não nem no nos o os ou para pela pelas pelo
    pelos por qual quando que quem se sem ser seu seus só sobre sua suas também tem um uma`,
  nl: `aan al als bij dan dat de der deze die dit door een en er geen had hebben heeft het hij hoe hun ik in is ja
    je kan maar meer met mijn na naar niet nog nu of om omdat ook op over te tegen tot uit van veel voor was
    waren wat we werd werden wie wij worden wordt zal ze zich zij zijn zo`,
  pl: `a aby ale bardzo bez bo być był była było były co czy dla do go i ich im ja jak jako je jego jej jest jeszcze
    już lub ma między może na nad nie o od on ona oni oraz po pod przed przez przy się są ta tak tam te tego tej
    ten to tym w we więc wszystko z za ze że`,
  sv: `alla att av blev bli de dem den denna det detta du där efter ej eller en ett från för ha hade han har hon hur
    i in inte jag kan men med mot när nu och om på sedan sig sin som så till under upp ut utan var vara vi vid
    än är`,
  ru: `а без более бы был была были было быть в вам во вот все всех вы где да для до его ее если есть еще же за и из
    или им их к как когда кто ли между мне может мы на над не нет но ну о об он она они от перед по под после
    при с со так также там то того тоже только том ты у уже чем что чтобы это этого этой этот я`,
  id: `ada adalah agar akan aku anda antara apa atas atau bahwa bisa bukan dalam dan dari dengan di dia hanya harus ia
    ini itu jika juga kami karena ke kepada kita lebih maka mereka oleh pada para paling saat saja sangat saya
    sebagai sebelum sebuah secara sedang sejak semua seperti setelah sudah tak tapi telah tentang tetapi tidak
    untuk yaitu yang`,
  tr: `ama ancak bana bazı ben bir biz bu çok çünkü da daha de değil diye en gibi hem her için ile ise kadar ki kim
    mi mı mu mü ne nasıl o olan olarak oldu olduğu olduğunu onun sonra şey şu tarafından ve veya ya yok`,
  vi: `bị bởi các cái cho có của cũng đã đang để đến đó được khi không là lại làm mà một này nên nhiều như những
    nhưng ở ra rằng sẽ tại theo thì trên trong từ và vào về vì với`,
} as const satisfies Partial<Record<Language, string>>;

export const LANGUAGES_WITH_FUNCTION_WORDS = Object.keys(LISTS) as readonly (keyof typeof LISTS)[];

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);
const NONE: ReadonlySet<string> = new Set();

/** @returns the function words of a language in lower case; none where it is not known here. */
export function functionWords(language: string): ReadonlySet<string> {
  return WORDS.get(language) ?? NONE;
}
