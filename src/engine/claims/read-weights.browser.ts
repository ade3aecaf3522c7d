/** Fetched once, before anything of the module runs. */
const response = await fetch(new URL(/* @vite-ignore */ './weights.bin', import.meta.url));
if (!response.ok) throw new Error(`claims: weights.bin cannot be loaded (HTTP ${response.status})`);
const weights = new Uint8Array(await response.arrayBuffer());

export function readWeights(): Uint8Array<ArrayBuffer> {
  return weights;
}
