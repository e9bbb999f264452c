const NAMES = 'january february march april may june july august september october november december'.split(' ');

/** Months by their names and three letters, in lower case, to 1 to 12. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...NAMES.map((name, i) => [name, i + 1] as const),
  ...NAMES.map((name, i) => [name.slice(0, 3), i + 1] as const),
  ['sept', 9],
]);

/** Alternatives of a regular expression: months as they are written, "January" and "Jan". */
export const NAMED_MONTHS = [...MONTHS.keys()]
  .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  .join('|');

/** Their abbreviations, separated by spaces, without "may". */
const SHORT_MONTHS = [...MONTHS.keys()].filter((name) => /^\w{3,4}$/.test(name) && !NAMES.includes(name)).join(' ');

/** Characters before an abbreviation that is a separate word. */
const OPENS = '(?:^|[\\s("\'“‘[\\u00a0])';

/** The end of a text that is one of these abbreviations; a dot inside a word stands for itself. */
function endsWith(words: string): RegExp {
  return new RegExp(`${OPENS}(?:${words.trim().split(/\s+/).join('|').replaceAll('.', '\\.')})\\.$`, 'i');
}

/** Titles before a person's name. */
export const TITLES = 'dr mr mrs ms prof';

/** Abbreviations that never end a sentence: titles, and words that lead on to a name, a number or an example. */
export const LEADING = endsWith(`
  ${TITLES} mx messrs mme mlle gen sen rep rev hon capt col lt lieut sgt maj cmdr adm gov pres supt insp fr vs cf viz e.g i.e ca
  fig figs eq eqs ref refs ch vol vols nos pp para paras art arts cl tab ed eds
  vgl bzw bspw sog ggf evtl`);

/** Titles, which lead on to a name. */
export const TITLED = endsWith(TITLES);

/** Abbreviations that end a sentence only before a word that begins sentences: "Main St. The". */
export const MAY_END = endsWith('st mt ft sec secs approx est pop alt rs incl excl reg stat');

/** Abbreviations that do not end a sentence before a number: "No. 5", "Jan. 5", "v. 2", "Abs. 3". */
export const BEFORE_NUMBER = endsWith(`
  no nr c p ${SHORT_MONTHS} v ver b d r m n abs abb ziff kap bd okt dez mrz
  sect sects subsect chap sched exh supp suppl iss op qty (?<!\\d\\s)min max rte hwy apt rm ste tel ext thm`);

/** Abbreviations after which a sentence may continue with a small letter. */
export const BEFORE_SMALL = endsWith(`
  inc ltd corp co etc dept univ govt assn assoc bros lb lbs oz in kg km mg ml mi hr hrs min max sec avg int intl
  jr sr esq no ${SHORT_MONTHS} sq cu gal mph temp ext tel ave blvd rd pers comm bldg abbr admin lit equiv orig resp trans`);

/** Words of names, courts and journals that end a sentence only before a word that begins sentences: "Phys. Rev. Lett. 5". */
export const IN_NAMES = new RegExp(
  `${OPENS}(?:Acad|Assocs?|Bankr|Biol|Chem|Cir|Civ|Clin|Crim|Elec|Eng|Eur|Evid|Fed|Intl|Lett|Med|Mfg|Natl|Phys|Proc|Res|Rev|Sci|Soc|Supp|Trans|Univ)\\.$`,
);
