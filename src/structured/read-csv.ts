import { closingQuote, delimiterOf, unquoted } from '../csv-fields.ts';
import { JSON_BOUNDS } from './read-json.ts';
import { type Collection, type Member, type Scalar, StructuredFault } from './value.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const BOOLEAN = /^(?:true|false)$/i;

/**
 * One array of the rows as objects, named by the first row, as RFC 4180 writes them; the delimiter is the one that comes
 * most often in the first line. Empty cells are null. Blank lines are no rows, and cells beyond the named columns are
 * named by their number. Throws StructuredFault for a quote that is not closed, text after a closed one, and more cells
 * than a JSON text may have values.
 */
export function readCsv(text: string): Collection {
  const cells = new Cells(text);
  const names = cells.row() ?? [];
  const rows: Member[] = [];
  for (let row = cells.row(); row !== undefined; row = cells.row()) {
    const span = { start: row[0]!.start, end: row.at(-1)!.end };
    const members = row.map((cell, i) => {
      // Nothing is to be seen of an empty cell: its row shows that.
      const value = cell.kind === 'null' ? { ...cell, ...span } : cell;
      return { name: nameOf(names, i), nameSpan: undefined, value };
    });
    rows.push({
      name: String(rows.length),
      nameSpan: undefined,
      value: {
        kind: 'object',
        ...span,
        members: [...new Map(members.map((member) => [member.name, member])).values()],
      },
    });
  }
  return { kind: 'array', start: 0, end: text.length, members: rows };
}

function nameOf(names: readonly Scalar[], i: number): string {
  const written = names[i]?.written.trim() ?? '';
  return written === '' ? `column ${i + 1}` : written;
}

/** The cells of a text, row by row. Each character is looked at twice at most. */
class Cells {
  readonly #text: string;
  readonly #delimiter: string;
  #at: number;
  #line = 1;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
    const end = text.slice(this.#at).search(/[\r\n]/);
    this.#delimiter = delimiterOf(end < 0 ? text : text.slice(this.#at, this.#at + end));
  }

  /** The next row that is not blank; undefined at the end. */
  row(): Scalar[] | undefined {
    while (this.#at < this.#text.length) {
      const cells = [this.#cell()];
      while (this.#text[this.#at] === this.#delimiter) {
        this.#at += 1;
        cells.push(this.#cell());
      }
      this.#endLine();
      if (cells.length > 1 || cells[0]!.kind !== 'null') return cells;
    }
    return undefined;
  }

  #cell(): Scalar {
    this.#count += 1;
    const { values } = JSON_BOUNDS;
    if (this.#count > values) throw new StructuredFault(`must have at most ${values} cells, got more`, this.#line);
    const start = this.#at;
    if (this.#text[start] !== '"') {
      const next = this.#nextEnd(start);
      this.#at = next;
      return scalar(this.#text.slice(start, next), start, next);
    }
    const quote = closingQuote(this.#text, start);
    if (quote === this.#text.length)
      throw new StructuredFault(`must be CSV, got an unclosed quote at line ${this.#line}`, this.#line);
    this.#at = quote + 1;
    const behind = this.#text[this.#at];
    if (behind !== undefined && behind !== this.#delimiter && behind !== '\n' && behind !== '\r')
      throw new StructuredFault(`must be CSV, got text after a closing quote at line ${this.#line}`, this.#line);
    const quoted = this.#text.slice(start + 1, quote);
    this.#line += quoted.split('\n').length - 1;
    return { kind: 'string', written: unquoted(quoted), start, end: this.#at };
  }

  #nextEnd(start: number): number {
    let at = start;
    while (at < this.#text.length && !this.#endsCell(this.#text[at]!)) at += 1;
    return at;
  }

  #endsCell(character: string): boolean {
    return character === this.#delimiter || character === '\n' || character === '\r';
  }

  #endLine(): void {
    if (this.#text[this.#at] === '\r') this.#at += 1;
    if (this.#text[this.#at] === '\n') this.#at += 1;
    this.#line += 1;
  }
}

/** A cell that is not quoted, without the blanks around it. */
function scalar(cell: string, from: number, to: number): Scalar {
  const written = cell.trim();
  const start = from + cell.length - cell.trimStart().length;
  const end = written === '' ? to : start + written.length;
  if (written === '') return { kind: 'null', written, start: from, end };
  const kind = NUMBER.test(written) ? 'number' : BOOLEAN.test(written) ? 'boolean' : 'string';
  return { kind, written: kind === 'boolean' ? written.toLowerCase() : written, start, end };
}
