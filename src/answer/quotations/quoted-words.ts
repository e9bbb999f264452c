import { plainCharacters, rawTokens, type Span } from '../../text/index.ts';

/** A word, number or sign of a text, for comparing word for word. */
export interface QuotedWord extends Span {
  /** In plain characters: composed letters, one kind of apostrophe, numbers without grouping. */
  readonly exact: string;
  /** The same in lower case. */
  readonly folded: string;
}

const PLAIN = /^[A-Za-z0-9]+$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Signs that say something; punctuation between words says nothing here. */
const SAYS = /[\p{N}\p{Sc}%‰°&§+=]/u;
const MINUS = /[-−–]/;
const GROUP_SPACE = /(?<=\d)[ \u00a0\u202f](?=\d)/g;

/** The words of a text in order, East Asian characters one by one. Linear. */
export function* quotedWords(text: string): Generator<QuotedWord, void, undefined> {
  for (const { type, text: written, start, end } of rawTokens(text)) {
    if (type === 'break' || (type === 'symbol' && !SAYS.test(written) && !isMinus(text, start))) continue;
    if (type === 'word' && UNSPACED.test(written)) yield* characters(written, start);
    else yield wordOf(written, { start, end });
  }
}

/** Whether a dash makes the number behind it negative: "at -5", not "2010-2014". */
function isMinus(text: string, at: number): boolean {
  return MINUS.test(text[at]!) && /\d/.test(text[at + 1] ?? '') && !/[^\s(]/.test(text[at - 1] ?? ' ');
}

function* characters(written: string, from: number): Generator<QuotedWord, void, undefined> {
  let start = from;
  for (const character of written) {
    yield wordOf(character, { start, end: start + character.length });
    start += character.length;
  }
}

function wordOf(written: string, { start, end }: Span): QuotedWord {
  const exact = PLAIN.test(written) ? written : plainCharacters(written).replace(GROUP_SPACE, '');
  return { start, end, exact, folded: exact.toLowerCase() };
}
