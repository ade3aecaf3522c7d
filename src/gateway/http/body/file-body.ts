/** Bodies that are files, on the paths that take some. */
import { MAX_BYTES } from '../../../documents/document.ts';
import type { Server } from '../server/server.ts';
import { readBody } from './read-body.ts';

/** A body that is a file. */
export class FileBody {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** From now on bodies of every type but JSON are files, on the paths of this scope. */
export function readFileBodies(scope: Server): void {
  scope.addContentTypeParser('*', ({ holding }, payload, done) => {
    readBody(payload, { text: MAX_BYTES, whole: MAX_BYTES }, holding, (error, body) => {
      if (body === undefined) done(error);
      else done(null, new FileBody(Uint8Array.from(body)));
    });
  });
}
