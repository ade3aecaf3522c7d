/**
 * Frees the memory of bytes that nobody reads any more. V8 looks for such memory late, because it lies outside of its
 * heap.
 * @param bytes Left alone where they share their memory with others.
 */
export function giveBack({ buffer, byteLength }: Buffer): void {
  if (byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
