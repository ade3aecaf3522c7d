/**
 * The claim that a question carries in the languages other than English that the detector was trained on: what "¿Sabías
 * que …?" tells, and what "Stimmt es, dass …?" doubts.
 */
import { freeSpacing } from '../text/free-spacing.ts';
import type { AskedClaim } from './find-asked-claim.ts';
import { capitalized } from './strip-lead-in.ts';
import { endSentence } from './strip-tag.ts';

/** What stands before a claim that is a sentence of its own. */
const LEAD = freeSpacing('iu')`
  ^[¿¡\p{Pi}"']*(?:
    # Spanish, Portuguese, Italian, French
    (?:y )?(?:ya )?sab(?:ía|e)(?:s|is|n)?(?: usted(?:es)?)? que[ ]
    |(?:es|será) (?:cierto|verdad) que[ ]
    |(?:(?:você|vocês|tu) )?(?:sabia[sm]?|sabes?) que |é verdade que[ ]
    |(?:lo )?(?:sapev(?:i|a|ate)|sai|sapete) che |è vero che[ ]
    |(?:le )?(?:saviez[- ]vous|savez[- ]vous|savais[- ]tu|sais[- ]tu|vous saviez|tu savais) qu(?:e |['’])
    |(?:est[- ](?:ce|il)|c['’]est) (?:vrai|exact) qu(?:e |['’])
    # Polish
    |(?:czy )?(?:wiesz|wiecie|wiedzia(?:łeś|łaś)|wiedzieliście), że |(?:czy )?to prawda, że[ ]
    # Hindi, Arabic, Chinese
    |क्या (?:आप|तुम) (?:यह )?जानते (?:हैं|हो) कि |क्या (?:आपको|तुम्हें) (?:यह )?पता (?:है|था) कि[ ]
    |क्या यह (?:सच|सही) है कि[ ]
    |(?:هل )?(?:كنت )?(?:تعلم|تعلمون|تعرف) [أا]ن |هل (?:من ال)?صحيح [أا]ن[ ]
    |(?:[你您]们?|大家)(?:知不知道|可?知道(?![吗么]))[,，]?
  )
`;
/** German and Dutch: the verb comes last behind it, so that the question is left as it is written. */
const LEAD_OF_VERB_LAST = freeSpacing('iu')`
  ^(?:
    (?:wusste(?:st du|t ihr|n sie)|weißt du|wisst ihr|wissen sie)(?: schon| eigentlich| auch)?, dass
    |(?:stimmt es|ist es wahr)(?: eigentlich| wirklich)?, dass
    |wist (?:je|jij|u|jullie) (?:al )?dat|(?:klopt het|is het waar) dat
  )[ ]
`;
/** "Sai che ore sono?", "Você sabe que dia é hoje?": it asks which. */
const ASKS_WHICH = /^(?:or[ae]|horas?|d[ií]a|giorno|tipo)\b/iu;
const CLOSING = /[吗么]?[\s?？؟!！.。।"'\p{Pf}]*$/u;

/**
 * @param sentence one sentence, in another language than English.
 * @returns the claim in it, where it is a question that carries one.
 */
export function findAskedForeign(sentence: string): AskedClaim | undefined {
  if (LEAD_OF_VERB_LAST.test(sentence)) {
    return { start: 0, end: sentence.length, text: sentence, doubted: true };
  }
  const lead = LEAD.exec(sentence);
  if (!lead) return undefined;
  const start = lead[0].length;
  const end = CLOSING.exec(sentence)!.index;
  const said = sentence.slice(start, end);
  if (said.length < LEAST_LENGTH || ASKS_WHICH.test(said)) return undefined;
  return { start, end, text: endSentence(capitalized(said)), doubted: true };
}

/** In UTF-16 code units: "¿Sabes que sí?" tells nothing. */
const LEAST_LENGTH = 5;
