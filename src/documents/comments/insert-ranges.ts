import { attributeOf, type XmlElement } from '../read/scan-xml.ts';
import type { DocxText } from './docx-text.ts';
import type { Place } from './find-places.ts';
import type { EdgeOfText, TextPiece } from './text-stream.ts';

/** Insertions at an offset: first what ends there, then what begins there. */
interface Cut {
  before: string;
  ends: string;
  starts: string;
  after: string;
}

/** Elements inside which a range may begin or end; around others, such as content controls, it goes as a whole. */
const OPEN_TO_RANGES = new Set(['w:ins', 'w:moveTo', 'w:hyperlink']);

/** Puts comments' ranges and marks into the main part, and rewrites nothing: runs are divided by what is put in. */
export class RangeInserter {
  readonly #text: DocxText;
  readonly #cuts = new Map<number, Cut>();
  /** Start tags that say from now on that white space counts. */
  readonly #preserved = new Set<XmlElement>();

  constructor(text: DocxText) {
    this.#text = text;
  }

  add({ id, place }: { readonly id: number; readonly place: Place }): void {
    const { starts, ends, tag } = this.#edges(place);
    const [prefix, declared] = tag.includes(':')
      ? [tag.slice(0, tag.indexOf(':')), '']
      : [OWN_PREFIX, this.#declared()];
    const number = `${declared} ${prefix}:id="${id}"/>`;
    starts.starts += `<${prefix}:commentRangeStart${number}`;
    const mark = declared === '' ? `<${prefix}:r>` : `<${prefix}:r${declared}>`;
    ends.ends += `<${prefix}:commentRangeEnd${number}${mark}<${prefix}:commentReference ${prefix}:id="${id}"/></${prefix}:r>`;
  }

  toString(): string {
    const { xml } = this.#text;
    const inserts = [...this.#cuts].map(([at, cut]) => ({ at, put: cut.before + cut.ends + cut.starts + cut.after }));
    for (const { innerStart } of this.#preserved) inserts.push({ at: innerStart - 1, put: PRESERVE });
    let at = 0;
    let written = '';
    for (const insert of inserts.sort((one, other) => one.at - other.at)) {
      written += xml.slice(at, insert.at) + insert.put;
      at = insert.at;
    }
    return written + xml.slice(at);
  }

  /** Insertions at the two ends of a range, and a tag of the part, for its prefix. */
  #edges(place: Place): { readonly starts: Cut; readonly ends: Cut; readonly tag: string } {
    if (place.at === 'letters') {
      const { body } = this.#text;
      const [first, last] = [body.startOf(place.first), body.endOf(place.last)];
      return { starts: this.#startsAt(first), ends: this.#endsAt(last), tag: first.piece.run.tag };
    }
    if (place.at === 'run') {
      const around = outermostClosed(place.run);
      return { starts: this.#cut(around.start), ends: this.#cut(around.end), tag: place.run.tag };
    }
    const { paragraph } = place;
    const start = this.#text.properties.get(paragraph)?.end ?? paragraph.innerStart;
    return { starts: this.#cut(start), ends: this.#cut(paragraph.innerEnd), tag: paragraph.tag };
  }

  #startsAt({ piece, at }: EdgeOfText): Cut {
    const { run, element } = piece;
    const around = outermostClosed(run);
    const isFirst = at === piece.start && this.#isBlank(this.#contentStart(run), element.start);
    if (around !== run || isFirst || !this.#mayDivide(piece)) return this.#cut(around.start);
    return at === piece.start ? this.#divideRun(piece, element.start) : this.#divideText(piece, at);
  }

  #endsAt({ piece, at }: EdgeOfText): Cut {
    const { run, element } = piece;
    const around = outermostClosed(run);
    const isLast = at === piece.end && this.#isBlank(element.end, run.innerEnd);
    if (around !== run || isLast || !this.#mayDivide(piece)) return this.#cut(around.end);
    return at === piece.end ? this.#divideRun(piece, element.end) : this.#divideText(piece, at);
  }

  #contentStart(run: XmlElement): number {
    return this.#text.properties.get(run)?.end ?? run.innerStart;
  }

  #isBlank(start: number, end: number): boolean {
    return this.#text.xml.slice(start, end).trim() === '';
  }

  /** Both halves must show the same white space as the whole. */
  #mayDivide({ element, start, end }: TextPiece): boolean {
    const { xml } = this.#text;
    return isPreserved(xml, element) || xml.slice(start, end).trim().length === end - start;
  }

  #cut(at: number): Cut {
    const cut = this.#cuts.get(at) ?? { before: '', ends: '', starts: '', after: '' };
    this.#cuts.set(at, cut);
    return cut;
  }

  /** Ends the run at an offset between its parts, and begins another with its properties. */
  #divideRun({ run }: TextPiece, at: number): Cut {
    const cut = this.#cut(at);
    cut.before = `</${run.tag}>`;
    cut.after = this.#runStart(run);
    return cut;
  }

  /** Ends text and run at an offset of the text, and begins others alike. */
  #divideText({ run, element }: TextPiece, at: number): Cut {
    const { xml } = this.#text;
    const cut = this.#cut(at);
    const isMarked = isPreserved(xml, element);
    if (!isMarked) this.#preserved.add(element);
    const tag = xml.slice(element.start, element.innerStart - 1);
    cut.before = `</${element.tag}></${run.tag}>`;
    cut.after = `${this.#runStart(run)}${tag}${isMarked ? '' : PRESERVE}>`;
    return cut;
  }

  #runStart(run: XmlElement): string {
    const { xml, properties } = this.#text;
    const own = properties.get(run);
    return xml.slice(run.start, run.innerStart) + (own === undefined ? '' : xml.slice(own.start, own.end));
  }

  /** Attributes cannot be without a prefix where elements are. */
  #declared(): string {
    const namespace = this.#text.paragraphs[0]?.namespace ?? '';
    return ` xmlns:${OWN_PREFIX}="${namespace}"`;
  }
}

const OWN_PREFIX = 'w';
const PRESERVE = ' xml:space="preserve"';

function isPreserved(xml: string, element: XmlElement): boolean {
  return attributeOf(xml, element, 'space') === 'preserve';
}

/** The run, or the outermost element around it in its paragraph that a range does not begin or end in. */
function outermostClosed(run: XmlElement): XmlElement {
  let around = run;
  for (let at = run.parent; at !== undefined && at.name !== 'w:p'; at = at.parent)
    if (!OPEN_TO_RANGES.has(at.name)) around = at;
  return around;
}
