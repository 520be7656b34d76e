import type { AnyPart } from '../wire';

interface IPiece {
  readonly kind: 'text' | 'reasoning';
  text: string;
}

/**
 * The words of the message that is being written, as parts.
 *
 * A kernel does not send them twice: a text or reasoning part of the whole message that
 * is empty stands for what came as deltas.
 */
export class Streamed {
  add(kind: IPiece['kind'], text: string): void {
    const last = this._pieces.at(-1);
    if (last?.kind === kind) {
      last.text += text;
    } else {
      this._pieces.push({ kind, text });
    }
  }

  /** The parts with their words; the next message begins. */
  fill(parts: readonly AnyPart[]): readonly AnyPart[] {
    const pieces = this._pieces.splice(0);
    return parts.map(part => {
      if ((part.kind !== 'text' && part.kind !== 'reasoning') || part.text) {
        return part;
      }
      const place = pieces.findIndex(piece => piece.kind === part.kind);
      return place < 0 ? part : { ...part, text: pieces.splice(place, 1)[0].text };
    });
  }

  private readonly _pieces: IPiece[] = [];
}
