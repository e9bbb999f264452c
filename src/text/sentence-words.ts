import { plainCharacters } from './plain-characters.ts';

const ACCENTS = /[\u0300-\u036f]/g;
const POSSESSIVE = /'s?(?![\p{L}\p{N}])/gu;
/** Whole numbers ("3.5", "10:30"); single East Asian characters, as their words are not separated. */
const WORD =
  /\p{N}+(?:[.,:]\p{N}+)*(?![\p{L}\p{N}])|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}])+(?:'\p{L}+)*/gu;

/**
 * The words of a text in order, for comparing surfaces: lower case, without accents and possessive endings ("Acme's"
 * gives "acme", "don't" stays), the parts of hyphenated words apart, numbers whole and without digit grouping.
 */
export function sentenceWords(text: string): string[] {
  const plain = plainCharacters(text).toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  return plain.replace(POSSESSIVE, ' ').match(WORD) ?? [];
}
