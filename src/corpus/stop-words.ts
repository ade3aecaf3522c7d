/** English words that say nothing about what a text is about. Function words alone: no noun, number or name. */
const WORDS = `
a about above after again against all also am an and any are aren as at be because been before being below
between both but by can cannot could couldn did didn do does doesn doing don down during each either else
ever few for from further had hadn has hasn have haven having he her here hers herself him himself his how
however i if in into is isn it its itself just ll may me might more most mustn my myself neither no nor not
of off on once only or other our ours ourselves out over own re same shall shan she should shouldn so some
such than that the their theirs them themselves then there these they this those through thus to too under
until up upon us ve very via was wasn we were weren what when where whether which while who whom whose why
will with within without won would wouldn yet you your yours yourself yourselves
`;

const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Written in capitals these are names: the World Health Organization, the United States, computing. */
const NAMES: ReadonlySet<string> = new Set(['WHO', 'US', 'IT']);

/**
 * @param word as it was written.
 * @param folded the same in lower case.
 * @param shouted the text around it is all in capitals, so that capitals mean nothing.
 */
export function isStopWord(word: string, folded: string, shouted: boolean): boolean {
  return STOP_WORDS.has(folded) && (shouted || !NAMES.has(word));
}
