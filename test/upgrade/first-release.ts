/** What is known of the databases in test/upgrade/first-release, which release 0.1.0 wrote. */
import path from 'node:path';

export const FIRST_RELEASE = path.join(import.meta.dirname, 'first-release');
export const KEY = 'sk-of-the-first-release';
export const SECRET = 'the-secret-of-the-first-release';
