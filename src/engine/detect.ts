/**
 * `claimgate/engine/detect`: the claims of a text, found on the machine that runs it. Runs in Node.js and in browsers, where
 * the weights and a table of languages (together 4 MB) are fetched from beside the module.
 */
export type { ClaimCategory, DetectedClaim } from '../domain/claim.ts';
export { detectClaims } from './claims/detect.ts';
