/** Keys by the prefixes of their makers, masked forms included. */
const PREFIXED =
  /(?<![\p{L}\p{N}])(?:(?:sk|rk|pk|xai|gsk|tgp|tvly|hf|pplx|nvapi|csk|fw|ghp|gho|ghu|ghs|ghr|glpat|npm|dop|shpat|whsec|xox[abeoprs]|sandbox)[-_][\w*.…•-]{4,}|github_pat_\w+|(?:AIza|AQ\.|ya29\.|eyJ|SG\.|AKIA|ASIA)[\w*.…•-]{8,})/gu;
/** A word for a secret, and the secret behind it. */
const NAMED =
  /(?<![\p{L}])(?:pass(?:word|wort|wd|phrase|code)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|credentials?|bearer|authorization|pin|cvv|cvc|otp)(?:\s?(?:is|ist|lautet|=|:)\s?|\s(?=\S{4})(?=\S*\d))["'`]?[^\s,;"'`]+/giu;
const PRIVATE_KEY = /-----BEGIN [A-Z ]{3,40}-----.*?(?:-----END [A-Z ]{3,40}-----|$)/gs;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
/** Whatever could be hexadecimal, Base64 or the like, with its punctuation; judged by `isSecret`. */
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
  return (
    run.split(/[^A-Za-z0-9]/).some((part) => {
      const digits = part.replace(/\D/g, '').length;
      const letters = part.length - digits;
      if (part.length >= 16 && digits >= 2 && letters >= 2) return true;
      // Capitals within a word, again and again: Base64 without a digit.
      return part.length >= 24 && (part.match(/[a-z](?=[A-Z])/g)?.length ?? 0) >= 4;
    }) ||
    (run.length >= 40 && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && /[+/=%]/.test(run))
  );
}
