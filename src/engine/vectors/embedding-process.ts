/** A process that holds the model for vectors and reads texts. */
import type { TextVector } from '../corpus/vector.ts';
import { serveLane } from '../judge/serve-lane.ts';
import { loadEmbedder } from './load-embedder.ts';

serveLane<string, TextVector>(loadEmbedder);
