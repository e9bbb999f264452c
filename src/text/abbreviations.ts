const NAMES = 'january february march april may june july august september october november december'.split(' ');

/** Months by their names and three letters, in lower case, to 1 to 12. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...NAMES.map((name, i) => [name, i + 1] as const),
  ...NAMES.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
]);

/** Their abbreviations, set apart by spaces: "may" is none. */
const SHORT_MONTHS = [...MONTHS.keys()].filter((name) => /^\w{3,4}$/.test(name) && !NAMES.includes(name)).join(' ');

/** The source of a regular expression that any of the words matches; a dot inside a word stands for itself. */
function anyOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|').replaceAll('.', '\\.')})`;
}

/** Characters before an abbreviation that is a word of its own. */
const OPENS = '(?:^|[\\s("\'“‘[\\u00a0])';

/** Titles before a person's name. */
export const TITLES = 'dr mr mrs ms prof';

/** Abbreviations that never end a sentence: titles, and what leads on to what it names. */
export const LEADING = new RegExp(
  `${OPENS}${anyOf(`
    ${TITLES} mx gen sen rep rev hon capt col lt sgt maj cmdr adm gov pres fr st mt ft vs cf viz e.g i.e approx est
    ca fig figs eq eqs sec ch vol vols nos pp ed eds art para tab al`)}\\.$`,
  'i',
);

/** Abbreviations that do not end a sentence before a number: "No. 5", "Jan. 5", "v. 2". */
export const BEFORE_NUMBER = new RegExp(`${OPENS}${anyOf(`no nr c p ${SHORT_MONTHS} v ver b d r m n`)}\\.$`, 'i');

/** A short word or letters with dots, which an abbreviation may be. */
const SHORT_WORD = new RegExp(`${OPENS}(?:\\p{L}{1,5}|\\p{L}(?:\\.\\p{L}){1,3})\\.$`, 'u');
const SHORTENED = new RegExp(
  `(?:\\.\\p{L}\\.|\\b${anyOf(`
    inc ltd corp co etc dept univ govt assn bros lb lbs oz in kg km mi hr hrs min max sec incl avg int intl jr sr esq a.m
    p.m no ${SHORT_MONTHS} sq cu gal mph temp ext tel ave blvd rd`)}\\.)$`,
  'iu',
);

/** Whether a text ends with a known abbreviation, after which the sentence may go on with a small letter. */
export function endsShortened(text: string): boolean {
  return SHORT_WORD.test(text) && SHORTENED.test(text);
}
