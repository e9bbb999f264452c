import { plainCharacters } from './plain-characters.ts';
import { fold, type RawToken, rawTokens } from './raw-tokens.ts';

/** East Asian words are not separated: their characters stand for them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** "½", "²", and the digits of other scripts. */
const SIGN_OF_NUMBER = /\p{N}/u;
/** "1 200 000". */
const GROUP_SPACE = / (?=\d{3})/g;
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * The words of a text in order, for telling how much two texts have in common: the tokens of a text without signs,
 * the parts of hyphenated words and codes apart ("COVID-19" gives "covid" and "19"), numbers without digit grouping,
 * East Asian characters one by one.
 */
export function sentenceWords(text: string): string[] {
  const found: string[] = [];
  let reach = -1;
  for (const token of rawTokens(plainCharacters(text))) {
    const parts = partsOf(token);
    if (parts.length === 0) continue;
    // "21st", "b12"
    if (token.start === reach) found.push(`${found.pop()}${parts.shift()}`);
    found.push(...parts);
    reach = token.end;
  }
  return found;
}

function partsOf({ type, text }: RawToken): string[] {
  if (type === 'word') {
    const word = fold(text);
    return UNSPACED.test(word) ? [...word] : [word];
  }
  if (type === 'number' || type === 'identifier')
    return ISO_DATE.test(text) ? text.split('-') : [text.replace(GROUP_SPACE, '')];
  return SIGN_OF_NUMBER.test(text) ? [text] : [];
}

/** A word as it is written, numbers with their points and hyphenated words whole. */
const WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’.,:-]*[\p{L}\p{N}\p{M}])?/gu;

/** The words of a text as a reader would mark them, in order: "COVID-19" is one. */
export function* writtenWords(text: string): Generator<{ readonly text: string; readonly start: number }> {
  for (const { 0: word, index: start } of text.matchAll(WRITTEN)) yield { text: word, start };
}
