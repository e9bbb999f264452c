import { withoutCitationMarks } from './citation-marks.ts';

/** The plain character by each of its variants, given the other way round. */
export function byVariant(variants: Readonly<Record<string, Iterable<string>>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(variants).flatMap(([plain, all]) => Array.from(all, (one) => [one, plain] as const)));
}

const ENTITIES = byVariant({
  ...{ ' ': ['nbsp', '#160'], '<': ['lt'], '>': ['gt'], '-': ['ndash', 'mdash'], '...': ['hellip'] },
  ...{ '"': ['quot', '#34', 'rdquo', 'ldquo'], "'": ['apos', '#39', '#x27', 'rsquo', 'lsquo'] },
});
const ENTITY = new RegExp(`&(?:amp;)*(${[...ENTITIES.keys()].join('|')});`, 'g');
const AMPERSAND = /&(?:amp;)+/g;
const BREAK_TAG = /<br\s{0,9}\/?>/gi;
const STYLE_TAG = /<\/?(?:b|i|em|strong|u|p|mark|code)>/gi;

const FENCE_LINE = /^[ \t]{0,20}(?:```|~~~)[\w+#.-]{0,40}[ \t]*$/gm;
const RULE_LINE = /^[ \t]{0,20}[-|:=+_*][-|:=+_* \t]{2,}$/gm;
const LINE_MARKERS =
  /^(?:[ \t\u00a0]{0,20}(?:>|#{1,6}(?=[ \t])|[-*+•‣◦▪●○·∙–—](?=[ \t])(?:[ \t]{1,9}\[[ xX]?\](?=[ \t]))?))+[ \t]*/gm;
const FIRST_NUMBER = /^\s*(?:\(?\d{1,2}[.)]\s+)+(?=\p{L}|["'*_])/u;
const ROW_EDGE = /^[ \t]{0,20}\|(?!\|)|\|[ \t]{0,20}$/gm;

const LINK = /!?\[([^[\]]{0,500})\](?:\([^()\s]{0,1000}(?:\s"[^"()]{0,200}")?\)|\[[\w -]{0,40}\])/g;
/** Bold marks, even when a sentence contains only one of the pair; "2 ** 3" and "2**3" are formulas. */
const BOLD =
  /(?<![\s\p{N}*]|^)\*{2,3}(?!\*)|(?<!\*)\*{2,3}(?![\s*]|$)(?<!\p{N}\*{2,3}(?=\p{N}))|(?<=\p{N})\*{2,3}(?![\p{N}*])/gu;
const STAR_EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]{1,1000})(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu;
const LINE_EMPHASIS = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_]{1,1000})(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu;
const TICKS = /`+/g;

/** Each level of nested marks needs another pass; text is not nested deeper than this. */
const MAX_PASSES = 16;

/**
 * The text that the model reads instead of a raw span: Markdown marks, links and entities reduced to their words, white
 * space to single spaces, "1,200" to "1200", a few abbreviations in full, quotes and dashes to ASCII. A span that consists only of marks stays as it
 * is. Idempotent and linear; never throws. The result is never shown to a client.
 */
export function normaliseForModel(text: string): string {
  // When nothing is left, the lines are joined and normalised again: some marks are only marks at a line end. This
  // makes the function idempotent.
  const flat = collapseSpace(text);
  return manyPasses(text) || manyPasses(flat) || flat;
}

function manyPasses(text: string): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = onePass(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

function onePass(text: string): string {
  const lines = text
    .replace(FENCE_LINE, '')
    .replace(RULE_LINE, '')
    .replace(LINE_MARKERS, '')
    .replace(FIRST_NUMBER, '')
    .replace(ROW_EDGE, '');
  const words = withoutCitationMarks(lines)
    .replace(LINK, '$1')
    .replace(BREAK_TAG, ' ')
    .replace(STYLE_TAG, '')
    .replace(BOLD, '')
    .replace(STAR_EMPHASIS, '$1')
    .replace(LINE_EMPHASIS, '$2')
    .replace(TICKS, '')
    .replace(ENTITY, (_, name: string) => ENTITIES.get(name) ?? '')
    .replace(AMPERSAND, '&');
  return SHORT_WORDS.reduce(
    (plain, [short, long]) => plain.replace(short, long),
    collapseSpace(plainCharacters(words)),
  );
}

/**
 * Abbreviations that the models misread, in full: "min. 40 minutes" as "about", "excl. VAT" as "with VAT". Not "5 min 30 s", nor a
 * person called Max.
 */
const SHORT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<!\d ?)\b(?:min\.?|Min\.)(?= \d)/g, 'at least'],
  [/\b(?:max\.?|Max\.)(?= \d)/g, 'at most'],
  [/\bincl\./gi, 'including'],
  [/\bexcl\./gi, 'excluding'],
  [/(?<=[:|] )[✓✔✅☑]\ufe0f?/gu, 'yes'],
  [/(?<=[:|] )[✗✘❌✖]\ufe0f?/gu, 'no'],
];

export const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;
/** Joiners behind an ASCII character join nothing and are removed too. */
const UNSEEN = new RegExp(`${INVISIBLE.source}|(?<=[!-~])[\\u200c\\u200d]+`, 'g');
/** Quotes, dashes and dots in ASCII. */
export const PLAIN = byVariant({ "'": '‘’‚‛′´ʼ', '"': '“”„‟″«»', '-': '‐‑‒–—―−', '...': '…' });
const VARIANT = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g');
const WIDE = /[\uff01-\uff5e\ufb00-\ufb06]/g;
/** Composing stacked combining marks takes time with the square of their number. */
const PILED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** "1,200", "1 200 000" (no-break or thin spaces), "1'200": digit groups of three after one to three digits. */
const GROUPED =
  /(?<!\p{N}|\p{N}[.,'\u00a0\u2007\u2009\u202f])[1-9]\d{0,2}(?:(?:,\d{3})+|(?:'\d{3})+|(?:[\u00a0\u2007\u2009\u202f]\d{3})+)(?![,'\u00a0\u2007\u2009\u202f]?\d| ,)/gu;

/**
 * The same words in plain characters: composed letters, ASCII quotes, dashes and full-width forms, nothing invisible,
 * digit groups joined. Lists such as "2014, 2015" and decimal commas such as "3,14" stay.
 */
export function plainCharacters(text: string): string {
  return (BEYOND_ASCII.test(text) ? inAscii(text) : text).replace(GROUPED, (digits) => digits.replace(/\D/g, ''));
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

function inAscii(text: string): string {
  return text
    .replace(UNSEEN, '')
    .replace(PILED_MARKS, '$1')
    .normalize('NFC')
    .replace(WIDE, (character) => character.normalize('NFKC'))
    .replace(VARIANT, (character) => PLAIN.get(character)!);
}

/** Every run of white space and control characters as one space, none at either end. */
function collapseSpace(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters.
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}
