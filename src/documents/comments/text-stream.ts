import { firstIndex } from '../../text/span.ts';
import { characterAt, type XmlElement } from '../read/scan-xml.ts';
import { lowered } from '../read/superscript.ts';

export interface TextPiece {
  /** The place of the first one in `characters`. */
  readonly first: number;
  readonly start: number;
  readonly end: number;
  readonly element: XmlElement;
  readonly run: XmlElement;
  readonly paragraph: XmlElement;
  /** The element that a comment is put around where it cannot be put at its words: the run of their text box or note mark. */
  readonly host: XmlElement | undefined;
}

/** The beginning or the end of a text, in a piece. */
export interface EdgeOfText {
  readonly piece: TextPiece;
  readonly at: number;
}

const LETTER = /[\p{L}\p{N}]/u;

/** True if a character counts when texts are compared: signs and spaces differ between file and draft. */
function isLetter(character: string): boolean {
  return LETTER.test(character);
}

/** The letters and digits of a text, raised ones as the file has them. */
export function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').replace(/[^\p{ASCII}]/gu, lowered);
}

/** The words of a part in the order in which they are read, with the place of each character in its XML. */
export class TextStream {
  readonly pieces: TextPiece[] = [];
  letters = '';
  /** Where the character of each unit of `characters` begins and ends in the part. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Place in `characters` of each unit of `letters`. */
  readonly #places: number[] = [];
  #characters = '';

  add(xml: string, piece: Omit<TextPiece, 'first'>): void {
    this.pieces.push({ ...piece, first: this.#starts.length });
    let characters = '';
    let letters = '';
    for (let at = piece.start; at < piece.end; ) {
      const { character, end } = characterAt(xml, at);
      const counts = isLetter(character);
      for (let unit = 0; unit < character.length; unit += 1) {
        if (counts) this.#places.push(this.#starts.length);
        this.#starts.push(at);
        this.#ends.push(end);
      }
      characters += character;
      if (counts) letters += lowered(character);
      at = end;
    }
    this.#characters += characters;
    this.letters += letters;
  }

  pieceAt(letter: number): TextPiece {
    return this.pieces[this.#pieceOf(letter)]!;
  }

  /** Where a text that begins with a letter begins in the part, with the signs that open it: “(€5”. */
  startOf(letter: number): EdgeOfText {
    const piece = this.pieceAt(letter);
    let at = this.#places[letter]!;
    while (at > piece.first && OPENS.test(this.#characters[at - 1]!)) at -= 1;
    return { piece, at: this.#starts[at]! };
  }

  /** Where a text that ends with a letter ends in the part, with the signs that close it: “5 %).” */
  endOf(letter: number): EdgeOfText {
    let number = this.#pieceOf(letter);
    const { paragraph, host } = this.pieces[number]!;
    let at = this.#places[letter]!;
    while (at + 1 < this.#starts.length && CLOSES.test(this.#characters[at + 1]!)) {
      const next = this.pieces[number + 1];
      if (next?.first === at + 1) {
        if (next.paragraph !== paragraph || next.host !== host) break;
        number += 1;
      }
      at += 1;
    }
    return { piece: this.pieces[number]!, at: this.#ends[at]! };
  }

  #pieceOf(letter: number): number {
    const at = this.#places[letter]!;
    return firstIndex(this.pieces.length, (i) => this.pieces[i]!.first > at) - 1;
  }
}

const OPENS = /[\p{Ps}\p{Pi}\p{Sc}"'+−-]/u;
const CLOSES = /[\p{Pe}\p{Pf}\p{Po}\p{Sc}]/u;
