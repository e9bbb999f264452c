import { type QuotationIndex, type QuotedWord, quotedWords, UNKNOWN } from './quotation-index.ts';

/** The words of a quotation between two places where it says that it leaves something out. */
export interface QuotationPart {
  /** The text of the words' spans. */
  readonly text: string;
  readonly words: readonly QuotedWord[];
  /** The words by number. */
  readonly ids: readonly number[];
  /** The words whose first letter may be written large or small. */
  readonly anyCase: ReadonlySet<number>;
}

/** "[...]", "...", "…" with whatever brackets. */
const LEFT_OUT = /[[(]?\s{0,2}(?:\.{3,}|…|\.(?:\s\.){2,})\s{0,2}[\])]?/g;
const SIC = /\[sic\]/gi;
/** "[W]e": a letter that the author made large or small. */
const LETTER = /\[(\p{L})\](?=\p{L})/gu;

export function quotationParts(quotation: string, index: QuotationIndex): QuotationPart[] {
  const plain = quotation.replace(SIC, (mark) => ' '.repeat(mark.length));
  const changed = new Set<number>();
  const text = plain.replace(LETTER, (mark, letter: string, at: number) => {
    changed.add(at + mark.length - letter.length);
    return `${' '.repeat(mark.length - letter.length)}${letter}`;
  });
  const parts: QuotationPart[] = [];
  let words: QuotedWord[] = [];
  const cuts = [...text.matchAll(LEFT_OUT)].map(({ index: at }) => at);
  let next = 0;
  const finish = () => {
    if (words.length > 0) parts.push(partOf(text, words, index, changed));
    words = [];
  };
  for (const word of quotedWords(text)) {
    while (next < cuts.length && cuts[next]! < word.start) {
      finish();
      next += 1;
    }
    words.push(word);
  }
  finish();
  return parts;
}

function partOf(
  text: string,
  words: readonly QuotedWord[],
  index: QuotationIndex,
  changed: ReadonlySet<number>,
): QuotationPart {
  const anyCase = words.flatMap(({ start }, i) => (i === 0 || changed.has(start) ? [i] : []));
  return {
    text,
    words,
    ids: words.map(({ folded }) => index.numbers.get(folded) ?? UNKNOWN),
    anyCase: new Set(anyCase),
  };
}

export function isWrittenAs(part: QuotationPart, at: number, { exact }: QuotedWord): boolean {
  const own = part.words[at]!.exact;
  return own === exact || (part.anyCase.has(at) && smallFirst(own) === smallFirst(exact));
}

function smallFirst(word: string): string {
  const [first = ''] = word;
  return first.toLowerCase() + word.slice(first.length);
}
