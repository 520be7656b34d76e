import type { Block, INotice, IStep } from './blocks';

/**
 * The blocks of a reply in order; those of the message that is being written are last.
 *
 * Ids follow from the order of messages, of parts and of cards alone: a block keeps its
 * id when its message is complete, and in a reply that was saved.
 */
export class BlockList {
  get all(): readonly Block[] {
    return this._blocks;
  }

  /** Those of the message that is being written. */
  get open(): readonly Block[] {
    return this._blocks.slice(this._openFrom);
  }

  /** The newest block of the message that is being written. */
  get lastOpen(): Block | undefined {
    return this._blocks.length > this._openFrom ? this._blocks.at(-1) : undefined;
  }

  push(block: Block): void {
    this._blocks.push(block);
  }

  /** Put another in place of the last block. */
  replaceLast(block: Block): void {
    this._blocks[this._blocks.length - 1] = block;
  }

  /** Take what is open out. */
  takeOpen(): readonly Block[] {
    return this._blocks.splice(this._openFrom);
  }

  /** Nothing more belongs to the message: the next one begins. */
  closeMessage(): void {
    this._openFrom = this._blocks.length;
    this._messages += 1;
  }

  /** Change each open block, or let it be. */
  mapOpen(change: (block: Block, index: number) => Block): void {
    for (let index = this._openFrom; index < this._blocks.length; index += 1) {
      this._blocks[index] = change(this._blocks[index], index);
    }
  }

  /** Change each block, or let it be. */
  map(change: (block: Block) => Block): void {
    this._blocks = this._blocks.map(change);
  }

  /** The id of the next block of a kind in the message that is being written. */
  nextId(kind: Block['kind']): string {
    const place = this.open.filter(block => block.kind === kind).length;
    return `${kind}-${this._messages}.${place}`;
  }

  // Cards stand before the message that is being written

  nextCardId(): string {
    this._cards += 1;
    return `card-${this._cards}`;
  }

  insertCard(card: INotice): void {
    this._blocks.splice(this._openFrom, 0, card);
    this._openFrom += 1;
  }

  replaceCard(card: INotice): void {
    this._blocks[this._placeOfCard(card.id)] = card;
  }

  removeCard(id: string): void {
    this._blocks.splice(this._placeOfCard(id), 1);
    this._openFrom -= 1;
  }

  private _placeOfCard(id: string): number {
    return this._blocks.findIndex(block => block.id === id);
  }

  // Steps go by the ids of their calls

  stepId(callId: string): string {
    const id = `step-${callId}`;
    const isTwin = (block: Block): boolean =>
      block.kind === 'step' && block.call.call_id === callId;
    const twins = this._blocks.filter(isTwin).length;
    return twins ? `${id}~${twins}` : id;
  }

  hasStep(callId: string): boolean {
    return this._placeOfStep(callId, 0) >= 0;
  }

  hasOpenStep(callId: string): boolean {
    return this._placeOfStep(callId, this._openFrom) >= 0;
  }

  /** Change the newest step of a call; a call that is not known changes nothing. */
  updateStep(callId: string, change: (step: IStep) => Partial<IStep>): void {
    const place = this._placeOfStep(callId, 0);
    const step = this._blocks[place];
    if (step?.kind === 'step') {
      this._blocks[place] = { ...step, ...change(step) };
    }
  }

  private _placeOfStep(callId: string, from: number): number {
    for (let index = this._blocks.length - 1; index >= from; index -= 1) {
      const block = this._blocks[index];
      if (block.kind === 'step' && block.call.call_id === callId) {
        return index;
      }
    }
    return -1;
  }

  private _blocks: Block[] = [];
  /** Where the message begins that is being written. */
  private _openFrom = 0;
  private _messages = 0;
  private _cards = 0;
}
