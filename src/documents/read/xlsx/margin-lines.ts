import { inOneLine } from '../document-builder.ts';

/** Fonts, sizes and colors. */
const LOOK = /&(?:"[^"&]{0,99}"|K[\dA-F+-]{6}|\d{1,3}|[BIUESXYHO])/gi;
const PAGE_NUMBER = /&[PN](?:[+-]\d{1,4})?/gi;
/** The file, the sheet, the day of printing and a picture. */
const OF_PRINT = /&[AFZDTG]/gi;

const PAGE_ONLY = new Set(['', 'p', 'page', 'page of', 'of', 'sheet', 'sheet of']);

/** The lines of a header or footer, from the left, without the numbers of pages. */
export function marginLines(text: string): string[] {
  return text
    .replaceAll('&&', '\ufdd0')
    .replace(LOOK, '')
    .split(/&[LCR]|\n/i)
    .map((part) => {
      const rest = part.replace(PAGE_NUMBER, '');
      const words = rest.replace(/[^\p{L}]+/gu, ' ').trim();
      const isPage = rest !== part && PAGE_ONLY.has(words.toLowerCase());
      return isPage ? '' : inOneLine(rest.replace(OF_PRINT, '').replaceAll('\ufdd0', '&'));
    })
    .filter((part) => /\p{L}/u.test(part));
}
