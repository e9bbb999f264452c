import { firstIndex, type RecordObject, type Span } from '../text/index.ts';
import type { StructuredFormat } from './value.ts';

/** A place of a structured text, and the pointer of the value that it belongs to. */
export interface StructuredPlace {
  readonly span: Span;
  readonly pointer: string;
}

/** A stretch of a statement that comes from a place of the structured text. */
interface Piece extends Span, StructuredPlace {
  /** Its characters are those of the place, but for escapes. */
  readonly isCopied: boolean;
  /** It says what the statement is about, and is a place of it only where nothing else is. */
  readonly isContext: boolean;
}

export interface Part {
  readonly text: string;
  /** Where it comes from; undefined for words that are not in it. */
  readonly from?: StructuredPlace | undefined;
  readonly isCopied?: boolean;
  readonly isContext?: boolean;
}

/** Writes statements one a line and keeps where each of their parts comes from. */
export class StatementWriter {
  readonly spans: Span[] = [];
  readonly #breaks: number[] = [];
  readonly #pieces: Piece[] = [];
  #text = '';

  /** Returns the place of the statement. @param sentences its sentences, by their places in it. */
  add(parts: readonly Part[], sentences: readonly Span[] = []): Span {
    return this.end(this.write(parts).start, sentences);
  }

  /** Writes part of a statement and returns its place. */
  write(parts: readonly Part[]): Span {
    const start = this.#text.length;
    for (const { text, from, isCopied = false, isContext = false } of parts) {
      const at = this.#text.length;
      this.#text += text;
      if (from === undefined) continue;
      const { span, pointer } = from;
      this.#pieces.push({ start: at, end: this.#text.length, span, pointer, isCopied, isContext });
    }
    return { start, end: this.#text.length };
  }

  /** Ends the statement that began at an offset. */
  end(start: number, sentences: readonly Span[] = []): Span {
    const end = this.#text.length;
    if (sentences.length === 0) this.spans.push({ start, end });
    for (const one of sentences) this.spans.push({ start: start + one.start, end: start + one.end });
    this.#text += '\n';
    return { start, end };
  }

  get length(): number {
    return this.#text.length;
  }

  /** Ends the subject: the text that follows has another one. */
  break(): void {
    if (this.#breaks.at(-1) !== this.#text.length) this.#breaks.push(this.#text.length);
  }

  read(source: string, format: StructuredFormat, objects: readonly RecordObject[]): StructuredText {
    return new StructuredText(
      { source, format },
      { text: this.#text, spans: this.spans, breaks: this.#breaks, objects, pieces: this.#pieces },
    );
  }
}

/** Characters of a string that are counted for one place of it, at most. */
const MARK_EVERY = 256;

interface Written {
  readonly source: string;
  readonly format: StructuredFormat;
}

interface Statements extends Pick<StructuredText, 'text' | 'spans' | 'breaks' | 'objects'> {
  readonly pieces: readonly Piece[];
}

/** A structured text as statements that models read, "deployment status: failed", with the way back into the text. */
export class StructuredText {
  readonly text: string;
  readonly spans: readonly Span[];
  /** Offsets of the text at which another record begins, ascending. */
  readonly breaks: readonly number[];
  /** The objects of the records with their values, the outer ones first. */
  readonly objects: readonly RecordObject[];
  readonly #written: Written;
  readonly #pieces: readonly Piece[];
  /** Where each `MARK_EVERY` characters of a string begin, by its start and as far as they were asked for. */
  readonly #marks = new Map<number, number[]>();

  constructor(written: Written, { text, spans, breaks, objects, pieces }: Statements) {
    this.text = text;
    this.spans = spans;
    this.breaks = breaks;
    this.objects = objects;
    this.#written = written;
    this.#pieces = pieces;
  }

  /** The smallest stretch of the structured text that a place of the statements comes from; the whole one for words that are not in it. */
  place({ start, end }: Span): StructuredPlace {
    const touched: Piece[] = [];
    for (let i = firstEndingAfter(this.#pieces, start); i < this.#pieces.length && this.#pieces[i]!.start < end; i += 1)
      touched.push(this.#pieces[i]!);
    const said = touched.filter(({ isContext }) => !isContext);
    const places = (said.length > 0 ? said : touched).map((piece) => this.#within(piece, start, end));
    if (places.length === 0) return { span: { start: 0, end: this.#written.source.length }, pointer: '' };
    return {
      span: {
        start: places.reduce((least, { span }) => Math.min(least, span.start), Number.POSITIVE_INFINITY),
        end: places.reduce((most, { span }) => Math.max(most, span.end), 0),
      },
      pointer: places.map(({ pointer }) => pointer).reduce(commonPointer),
    };
  }

  #within(piece: Piece, start: number, end: number): StructuredPlace {
    const { isCopied, span, pointer } = piece;
    const [from, to] = [Math.max(0, start - piece.start), Math.min(end, piece.end) - piece.start];
    const isWhole = from === 0 && to === piece.end - piece.start;
    if (!isCopied || isWhole) return { span, pointer };
    const at = (count: number) => this.#offsetBehind(count, span.start);
    return { span: { start: at(from), end: at(to) }, pointer };
  }

  /** The offset after so many characters of a string or cell that begins at `start`. */
  #offsetBehind(count: number, start: number): number {
    const { source } = this.#written;
    if (source[start] !== '"') return start + count;
    const known = this.#marks.get(start) ?? [start + 1];
    this.#marks.set(start, known);
    while (known.length <= count / MARK_EVERY) known.push(this.#after(known.at(-1)!, MARK_EVERY));
    return this.#after(known[Math.floor(count / MARK_EVERY)]!, count % MARK_EVERY);
  }

  /** The offset that is so many characters of a string or cell after another one. */
  #after(offset: number, count: number): number {
    const { source, format } = this.#written;
    let at = offset;
    for (let i = 0; i < count; i += 1) at += lengthOfCharacter(source, at, format);
    return at;
  }
}

function firstEndingAfter(pieces: readonly Piece[], offset: number): number {
  return firstIndex(pieces.length, (i) => pieces[i]!.end > offset);
}

function lengthOfCharacter(source: string, at: number, format: StructuredFormat): number {
  if (format === 'csv') return source[at] === '"' ? 2 : 1;
  return source[at] !== '\\' ? 1 : source[at + 1] === 'u' ? 6 : 2;
}

function commonPointer(one: string, other: string): string {
  if (one === other) return one;
  const [mine, its] = [one.split('/'), other.split('/')];
  const different = mine.findIndex((part, i) => part !== its[i]);
  return mine.slice(0, different < 0 ? mine.length : different).join('/');
}
