/** How much somebody would want a sentence checked: learned from the debates alone, whose labels mean that. */
import { type Detector, fitNetworks, INPUT_SIZE, type Table } from './fit-detector.ts';
import { fitLinear } from './fit-linear.ts';

const PENALTY = 40;
const EPOCHS = 10;
/** One: the words of each network are a sixth of the file. */
const NETWORKS = 1;

/** Learns from the debates for which `learn` is 1. */
export function fitWorthiness(table: Table, learn: Uint8Array): Detector {
  const { examples, rows } = table;
  const use = Int32Array.from(examples.keys()).filter(
    (row) => learn[row] === 1 && examples[row]!.source === 'debates',
  );
  const targets = Float64Array.from(examples, (example) => example.label);
  const weights = new Float64Array(examples.length).fill(1);
  return {
    linear: fitLinear({ rows, use, targets, weights, penalty: PENALTY }),
    networks: fitNetworks(table, use, targets, weights, EPOCHS, INPUT_SIZE, NETWORKS),
  };
}
