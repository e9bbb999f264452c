import type { Span } from '../../text/index.ts';
import type { Block, ReadDocument } from '../document.ts';
import type { XmlElement } from '../read/scan-xml.ts';
import type { DocxText } from './docx-text.ts';
import { lettersOf, type TextStream } from './text-stream.ts';

/** Where a comment is put: at letters of the body, around a run, or at a paragraph. */
export type Place =
  | { readonly at: 'letters'; readonly first: number; readonly last: number }
  | { readonly at: 'run'; readonly run: XmlElement }
  | { readonly at: 'paragraph'; readonly paragraph: XmlElement };

/** A block of the draft, and where its letters begin in a stream; undefined where they do not appear in one piece. */
interface Placed {
  readonly block: Block;
  readonly letters: string;
  readonly found: { readonly stream: TextStream; readonly first: number } | undefined;
}

/**
 * Finds stretches of a draft in its file. Only letters and digits are compared: the blocks of the draft follow one another
 * in the file, and stretches are found in their blocks. What is not found, such as a row with the text of a cell that spans
 * rows, has the place of those of its cells that are, or else its paragraph.
 */
export class PlaceFinder {
  readonly #draft: Pick<ReadDocument, 'text' | 'blocks'>;
  readonly #text: DocxText;
  readonly #placed: readonly Placed[];

  /** @param others text boxes and notes */
  constructor(draft: Pick<ReadDocument, 'text' | 'blocks'>, text: DocxText, others: readonly TextStream[]) {
    this.#draft = draft;
    this.#text = text;
    this.#placed = placeBlocks(draft, text.body, others);
  }

  /** Undefined where the file has no paragraph at all. */
  place({ start, end }: Span): Place | undefined {
    const own = this.#placed.filter(({ block }) => block.start < end && start < block.end);
    const ends = own.map((placed) => this.#ends(placed, { start, end })).filter((one) => one !== undefined);
    const body = ends.filter(({ stream }) => stream === this.#text.body);
    if (body.length > 0)
      return {
        at: 'letters',
        first: body.reduce((least, { first }) => Math.min(least, first), body[0]!.first),
        last: body.reduce((most, { last }) => Math.max(most, last), body[0]!.last),
      };
    const host = ends[0]?.stream.pieceAt(ends[0].first).host;
    if (host !== undefined) return { at: 'run', run: host };
    const paragraph = this.#paragraphNear(start);
    return paragraph && { at: 'paragraph', paragraph };
  }

  /** The first and the last letter that a stretch has in a block. */
  #ends({ block, letters, found }: Placed, { start, end }: Span) {
    const { text } = this.#draft;
    const own = lettersOf(text.slice(Math.max(start, block.start), Math.min(end, block.end)));
    if (own === '') return undefined;
    if (found === undefined) return this.#byCells(block, text.slice(start, end));
    const before = lettersOf(text.slice(block.start, Math.max(start, block.start))).length;
    const first = found.first + before;
    return { stream: found.stream, first, last: first + Math.min(own.length, letters.length - before) - 1 };
  }

  /** The cells of a row that are found one by one, where the row is not in one piece. */
  #byCells(block: Block, words: string) {
    const { from, to } = this.#between(block.start);
    const { body } = this.#text;
    let at = from;
    let first: number | undefined;
    for (const cell of words.split('|').map(lettersOf)) {
      const found = cell === '' ? -1 : body.letters.indexOf(cell, at);
      if (found < 0 || found + cell.length > to) continue;
      first ??= found;
      at = found + cell.length;
    }
    return first === undefined ? undefined : { stream: body, first, last: at - 1 };
  }

  /** The letters of the body between what is found before and after an offset of the draft. */
  #between(offset: number): { readonly from: number; readonly to: number } {
    const { body } = this.#text;
    let from = 0;
    for (const { block, letters, found } of this.#placed) {
      if (found?.stream !== body) continue;
      if (block.start > offset) return { from, to: found.first };
      from = found.first + letters.length;
    }
    return { from, to: body.letters.length };
  }

  #paragraphNear(offset: number): XmlElement | undefined {
    const { body, paragraphs } = this.#text;
    const { from, to } = this.#between(offset);
    const letter = from < to ? from : from - 1;
    return letter < 0 ? paragraphs.find((one) => one.innerEnd < one.end) : body.pieceAt(letter).paragraph;
  }
}

function placeBlocks(
  { text, blocks }: Pick<ReadDocument, 'text' | 'blocks'>,
  body: TextStream,
  others: readonly TextStream[],
): Placed[] {
  const all = blocks.map((block) => ({ block, letters: lettersOf(text.slice(block.start, block.end)) }));
  const ends = new Map([body, ...others].map((stream) => [stream, 0]));
  /** The next one in a stream, unless the block that follows in the draft seems to come before it: then it is another of the same words. */
  const next = (stream: TextStream, i: number) => {
    const { letters } = all[i]!;
    const from = ends.get(stream)!;
    const first = stream.letters.startsWith(letters, from) ? from : stream.letters.indexOf(letters, from);
    if (first <= from) return first;
    const following = all.slice(i + 1, i + 1 + LOOK_AHEAD).find((one) => one.letters.length > 0);
    if (following === undefined) return first;
    if (stream.letters.startsWith(following.letters, from)) return -1;
    const other = stream.letters.indexOf(following.letters, from);
    return other >= 0 && other < first && following.letters.length > letters.length ? -1 : first;
  };
  return all.map(({ block, letters }, i) => {
    if (letters === '') return { block, letters, found: undefined };
    for (const stream of block.kind === 'footnote' ? [...others, body] : [body, ...others]) {
      const first = next(stream, i);
      if (first < 0) continue;
      ends.set(stream, first + letters.length);
      return { block, letters, found: { stream, first } };
    }
    return { block, letters, found: undefined };
  });
}

const LOOK_AHEAD = 3;
