const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|(?<=[!-~])[\u200c\u200d]+/g;
const WIDE = /[\uff01-\uff5e\ufb00-\ufb06]/g;
const SINGLE_QUOTE = /[‘’‚‛′´ʼ]/g;
const DOUBLE_QUOTE = /[“”„‟″«»]/g;
/** Composing stacked combining marks takes time with the square of their number. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;
const DASH = /[‐‑‒–—―−]/g;

/** "1,200", "1 200 000" (no-break or thin spaces), "1'200": digit groups of three after one to three digits. */
const GROUPED =
  /(?<!\p{N}|\p{N}[.,'\u00a0\u2007\u2009\u202f])[1-9]\d{0,2}(?:(?:,\d{3})+|(?:'\d{3})+|(?:[\u00a0\u2007\u2009\u202f]\d{3})+)(?![,'\u00a0\u2007\u2009\u202f]?\d| ,)/gu;

/**
 * The same words in plain characters: composed letters, ASCII quotes, dashes and full-width forms, nothing invisible,
 * digit groups joined. Lists such as "2014, 2015" and decimal commas such as "3,14" stay.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(PILED_MARKS, '$1')
    .normalize('NFC')
    .replace(WIDE, (character) => character.normalize('NFKC'))
    .replace(SINGLE_QUOTE, "'")
    .replace(DOUBLE_QUOTE, '"')
    .replace(DASH, '-')
    .replaceAll('…', '...')
    .replace(GROUPED, (digits) => digits.replace(/\D/g, ''));
}

/** Every run of white space and control characters as one space, none at either end. */
export function collapseSpace(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}
