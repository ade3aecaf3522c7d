/** The parts of the runtime that are used; the package brings no types that can be resolved. */
declare module 'onnxruntime-node' {
  export class Tensor {
    constructor(type: 'int64', data: BigInt64Array, dims: readonly number[]);
    readonly data: unknown;
  }
  export class InferenceSession {
    static create(file: string, options?: Readonly<Record<string, unknown>>): Promise<InferenceSession>;
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
    run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  }
}
