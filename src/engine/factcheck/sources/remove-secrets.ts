import { freeSpacing } from '../../text/free-spacing.ts';

/** Keys by the prefixes of their makers, masked forms included. */
const PREFIXED = freeSpacing('gu')`
  (?<![A-Za-z0-9])(?:
    (?:
      sk|rk|pk|xai|gsk|tgp|tvly|hf|pplx|nvapi|csk|fw|ghp|gho|ghu|ghs|ghr|glpat|npm|dop|shpat|whsec
      |xox[abeoprs]|sandbox
    )[-_][\w*.…•-]{4,}
    |github_pat_\w+|(?:AIza|AQ\.|ya29\.|eyJ|SG\.|AKIA|ASIA)[\w*.…•-]{8,}
  )
`;
const WORDS =
  'pass(?:word|wort|wd|phrase|code)|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credentials?|bearer|authorization|pin|cvv|cvc|otp';
/** A word for a secret, and the secret: anything behind a colon; behind a blank or a verb, what has a digit. */
const NAMED = new RegExp(
  `(?<![a-z])(?:(?:${WORDS}|pass)\\s?[=:]\\s?|(?:${WORDS})\\s(?:(?:is|ist|lautet)\\s)?(?=\\S{4})(?=\\S*\\d))` +
    `["'\`]?[^\\s,;"'\`]+`,
  'giu',
);
const PRIVATE_KEY = /-----BEGIN [A-Z ]{3,40}-----.*?(?:-----END [A-Z ]{3,40}-----|$)/gs;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** What could be hexadecimal, Base64 or the like, with its punctuation; judged by `isSecret`. */
const LONG_RUN = /[A-Za-z0-9+/=_.~%-]{16,}/g;

/**
 * @returns the text without what looks like a key, a token, a password or a private key, a blank in place of
 *   each; where in doubt it goes, since a claim is hardly ever about one.
 */
export function removeSecrets(text: string): string {
  return text
    .replace(PRIVATE_KEY, ' ')
    .replace(NAMED, ' ')
    .replace(PREFIXED, ' ')
    .replace(UUID, ' ')
    .replace(LONG_RUN, (run) => (isSecret(run) ? ' ' : run));
}

/** Words joined by punctuation are a name (`SARS-CoV-2-induced`); a secret is one stretch of mixed characters. */
function isSecret(run: string): boolean {
  if (run.length >= 40 && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && /[+/=%]/.test(run)) {
    return true;
  }
  return run.split(/[^A-Za-z0-9]/).some((part) => {
    const digits = part.replace(/\D/g, '').length;
    // A hashtag may end in a year.
    if (part.length >= 16 && digits >= 2 && part.length - digits >= 2)
      return !/^[A-Za-z]+\d{1,4}$/.test(part);
    // Base64 without a digit has a capital in every fourth place; words written together have fewer.
    const capitals = part.match(/[a-z](?=[A-Z])/g)?.length ?? 0;
    return part.length >= 24 && capitals >= part.length / 5;
  });
}
