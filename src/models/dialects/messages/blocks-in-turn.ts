/**
 * Anthropic's clients read one block at a time: what a block holds is all there when the next one opens. Providers of
 * other dialects may write several calls side by side, so pieces of a later block wait until the block before is done.
 */
import type { ChatEvent } from '../../../domain/chat-answer.ts';
import { ObjectWatch } from '../object-watch.ts';

type Piece = Extract<ChatEvent, { type: 'text' | 'thought' | 'tool_call' | 'arguments' }>;

/** A call, or a stretch of text and thoughts, whose pieces wait. */
interface Block {
  readonly pieces: Piece[];
  readonly call?: Call;
}

interface Call {
  readonly index: number;
  readonly arguments: ObjectWatch;
}

export interface BlocksInTurn {
  /** @returns what can be written now; a piece behind a call's whole arguments is left out. */
  take(piece: Piece): readonly Piece[];
  /** @returns what still waits, as far as it has come: nothing follows. */
  end(): readonly Piece[];
}

export function blocksInTurn(): BlocksInTurn {
  /** The call that is being written, while no other block has opened behind it. */
  let open: Call | undefined;
  let waiting: Block[] = [];

  const isFree = (): boolean => open === undefined || open.arguments.whole;

  const release = (): readonly Piece[] => {
    const released: Piece[] = [];
    while (waiting.length > 0 && isFree()) {
      const block = waiting.shift() as Block;
      released.push(...block.pieces);
      open = block.call;
    }
    return released;
  };

  const takeArguments = (piece: Extract<Piece, { type: 'arguments' }>): readonly Piece[] => {
    if (piece.index === open?.index) {
      open.arguments.add(piece.text);
      return waiting.length === 0 ? [piece] : [piece, ...release()];
    }
    const block = waiting.find(({ call }) => call?.index === piece.index);
    block?.call?.arguments.add(piece.text);
    block?.pieces.push(piece);
    return [];
  };

  const takeText = (piece: Piece): readonly Piece[] => {
    if (waiting.length === 0 && isFree()) {
      open = undefined;
      return [piece];
    }
    const last = waiting.at(-1);
    if (last !== undefined && last.call === undefined) last.pieces.push(piece);
    else waiting.push({ pieces: [piece] });
    return [];
  };

  return {
    take(piece) {
      if (piece.type === 'text' || piece.type === 'thought') return takeText(piece);
      if (piece.type === 'arguments') return takeArguments(piece);
      waiting.push({ pieces: [piece], call: { index: piece.index, arguments: new ObjectWatch() } });
      return release();
    },
    end() {
      const all = waiting.flatMap(({ pieces }) => pieces);
      waiting = [];
      return all;
    },
  };
}
