/** `claimgate/client`: what an application needs to check texts and to read claims. Runs in Node, browsers and workers. */
export { type CheckEvent, type CheckOptions, checkText, checkTextStream } from './check-text.ts';
export { ClaimgateError, type Fault } from './claimgate-error.ts';
export {
  type KeeperOptions,
  keepMetadata,
  type MetadataKeeper,
  type MetadataStream,
  withMetadata,
} from './keep-metadata.ts';
export { readClaims, readMetadata } from './read-claims.ts';
export type * from './types.ts';
