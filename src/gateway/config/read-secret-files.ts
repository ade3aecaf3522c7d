import { ConfigError } from './config-error.ts';
import { readNamed } from './read-config-file.ts';
import { type Environment, readText } from './read-environment.ts';

/** Variables that hold a secret, or an address with a password; `CLAIMGATE_BRAVE_KEY` stands for keys of sources. */
const SECRET =
  /^(?:CLAIMGATE_SECRET|CLAIMGATE_OLD_SECRETS|DATABASE_URL|REDIS_URL|CLAIMGATE_CORPUS_URL|CLAIMGATE_[A-Z][A-Z0-9_]*_KEY)$/;

/**
 * Secrets that lie in files, as Docker, Kubernetes and systemd provide them: `DATABASE_URL_FILE` names the file that
 * holds `DATABASE_URL`.
 * @returns the environment with the files' contents under the variables that they stand for.
 * @throws ConfigError where a file cannot be read or is empty, or where both variables are set. Never quotes a file.
 */
export function readSecretFiles(env: Environment): Environment {
  const read: Record<string, string> = {};
  for (const variable of Object.keys(env)) {
    const name = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : '';
    const file = SECRET.test(name) ? readText(env, variable) : undefined;
    if (file === undefined) continue;
    if (readText(env, name) !== undefined) throw new ConfigError(`${variable}: ${name} is set as well`);
    read[name] = readNonEmpty(file, variable);
  }
  return { ...env, ...read };
}

function readNonEmpty(file: string, variable: string): string {
  const text = readNamed(file, variable).trim();
  if (text === '') throw new ConfigError(`${variable}: the file ${file} is empty`);
  return text;
}
