/**
 * English words that stand in every other text: they are about something, but hardly tell texts apart. A claim
 * and a text that share only these are about different things.
 */
const WORDS = `able according account across act action actually add age ago allow almost along already always amount
  another appear area around ask associated average away back bad based basic become began begin believe
  best better big billion body book bring build business call called came case cause caused causes center
  central century certain chance change changes children city claim claimed clear close come comes coming
  common community company compared complete condition conditions consider contain containing contains
  continue control cost could countries country course create created current currently data date day days
  deal death decade decrease decreased decreases define degree describe described despite development
  differ difference different difficult discover discovered do done due early easy effect effects either
  end ended enough entire especially even event ever every everyone evidence example exist expect
  experience fact fall famous far father feel fell female few field final finally find finds first five
  follow followed following follows food force form former found four full function future game gave
  general get give given gives go goes gone good government great greater greatly group groups grow growth
  half hand happen happened hard head health help helped helps high higher highest hold home hour hours
  house human humans hundred idea identify importance important improve include included includes
  including increase increased increases individual individuals information instead involved issue issues
  item job just keep kept kill killed kind know known land large larger largest last late later lead
  leading leads learn least leave led left less let level levels life light likely limit line list little
  live lives living local long longer look lose lost lot low lower lowest made main major make makes
  making male man many mass mean means measure member members men method might million minute minutes
  model modern money month months mother move moved movie much music must name named national natural
  nature near nearly need needed never new news next night normal note nothing number numbers occur
  occurred occurs offer office official often old one open operate order original originally overall own
  owned paper part particular parts past patient patients pay people per percent percentage perform
  performed period person place placed plan play played player plays point popular population position
  possible potential power present president prevent prevents previous price primary problem process
  produce produced produces product production program proved proven provide provides public published put
  quality question quickly range rate rates rather reach reached read real really reason receive received
  recent recently record reduce reduced reduces region related relative release released remain report
  reported require required research researchers result resulted results return right rise risk role run
  said saw say says school science scientist scientists season second see seen sense series serve served
  set seven several short show showed shown shows side significant significantly similar simple since
  single site situation six size small smaller social society sometimes soon source space special specific
  spend spread standard start started state stated states stay still stop story strong studies study
  subject success successful such suggest suggests supply support supports sure system systems take taken
  takes taking team tell ten term terms test tested tests thing things think third thought thousand three
  time times title today together told took top total toward towards town treat treated treatment trial
  true try turn two type types typically under unique unit united university use used useful uses using
  usually value various version view visit volume want war water way ways week weeks weight went west
  whole wide win without won word words work worked working works world worldwide worse worst write
  written wrong wrote year years yet young`;

export const COMMON_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));
