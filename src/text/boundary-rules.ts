import { BEFORE_NUMBER, BEFORE_SMALL, IN_NAMES, LEADING, MAY_END, NAMED_MONTHS } from './abbreviations.ts';
import { SENTENCE_STARTERS } from './markers.ts';

/** A decision about a possible end of a sentence that wink-nlp does not know. */
export interface BoundaryRule {
  /** Matches the text up to the end, with the brackets and quotation marks that close there. */
  readonly left: RegExp;
  /** Matches the text after it, from its white space on. */
  readonly right: RegExp;
  readonly decides: 'join' | 'split';
  /** True for rules of sentences that begin with a capital letter: other texts begin all sentences with small ones. */
  readonly capitalised?: true;
  /** A place that the rule decides, with "|" at the possible end. */
  readonly example: string;
}

/** A pattern of the text after a possible end, from its first word on. */
function next(pattern: string): RegExp {
  return new RegExp(`^\\s+["'“‘«(*_]{0,6}(?:${pattern})`, 'u');
}

const ANY = /^/;
const STARTER = `(?:${SENTENCE_STARTERS})[\\s,'’]`;
const CAPITAL = next('\\p{Lu}');
const SMALL = /^\s*["“‘«(*_]{0,6}\p{Ll}/u;
/** A small letter, but of no word that begins a sentence of someone who writes no capitals. */
const GOES_ON = next(
  '(?!(?:it|he|she|they|we|you|i|this|these|those|there|yes|no|ok|okay|please|thanks)\\b)\\p{Ll}(?!\\p{Lu})',
);
const TIME = /\d\s?[ap]\.\s?m\.$/i;
/** Words before a German ordinal number; "am" appears before days only. */
const BEFORE_ORDINAL = '(?:[Dd](?:er|es|em|en|as|ie)|[Ii]m|[Vv]om|[Zz]um|[Bb]eim)';
/** German months whose names are not English ones, too. */
const GERMAN_MONTHS = 'Jänner|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Mrz|Okt|Dez';
const DAYS = 'Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|\\p{L}+day';
const SPEAKS =
  '(?:(?:asked|asks|wondered|shouted|cried|called|whispered)\\b|(?:said|says|replied|added|wrote)\\s?[.,;:])';

/** Later rules are asked only where no earlier one decides; where none does, wink-nlp does. */
export const BOUNDARY_RULES: readonly BoundaryRule[] = [
  // Stops without a space.
  {
    left: /(?:\p{Ll}{2}|\d\)|%|\d)[.!?]$/u,
    right: new RegExp(`^(?:${SENTENCE_STARTERS})\\s`),
    decides: 'split',
    example: 'was sold.|It grew',
  },
  {
    left: /(?:^|[\s(])\p{Ll}{4,}[.!?]$/u,
    right: /^\p{Lu}\p{Ll}+[\s,.!?]/u,
    decides: 'split',
    example: 'is done.|Next comes',
  },
  { left: /[.!?…]$/, right: /^[\p{L}\p{N}/]/u, decides: 'join', example: 'example.|com' },
  { left: /[。！？｡．]["”’»」』）】]*$/, right: /^(?!\d)/, decides: 'split', example: 'です。|次' },
  { left: /[।॥۔؟።]["”’»]*$/, right: /^(?:\s|$)/, decides: 'split', example: 'है।| वह' },
  // Times of day.
  {
    left: TIME,
    right: next(`(?:${DAYS}|${NAMED_MONTHS}|[A-Z]{1,3}T|UTC)\\b|(?:\\p{Lu}\\p{Ll}+\\s){1,2}[Tt]ime\\b`),
    decides: 'join',
    example: '5 p.m.| London time',
  },
  { left: TIME, right: CAPITAL, decides: 'split', example: '9 a.m.| Passengers' },
  // Symbols of units have no stop of their own.
  {
    left: /\d\s?(?:[gGlLmshtVWAKJNM]|°[CF])\.$/,
    right: next('\\p{Lu}[\\p{Ll}\\d]'),
    decides: 'split',
    example: 'weighs 390 g.| Apart',
  },
  // Letters that name a thing, and no initials of a person: "Hall" and "Block" are names, too.
  {
    left: /\b(?:[Rr]oom|hall|[Pp]lan|[Gg]ate|[Tt]ype|[Gg]roup|[Cc]lass|[Gg]rade|[Pp]art|[Aa]nnex|[Aa]ppendix|[Ee]xhibit|[Bb]uilding|block|[Vv]itamin|[Hh]epatitis|[Oo]ption|[Ss]tep|[Pp]hase|[Pp]ier|[Dd]ock|[Uu]nit|[Zz]one|lot)\s\p{Lu}\.$/u,
    right: next('\\p{Lu}\\p{Ll}'),
    decides: 'split',
    example: 'in Room B.| Nobody',
  },
  // Abbreviations.
  { left: /\b(?:app|annex|ex|pt)\.$/i, right: next('\\p{Lu}[\\d.,;)\\]]'), decides: 'join', example: 'see app.| B].' },
  { left: LEADING, right: ANY, decides: 'join', example: 'ref.| [4]' },
  { left: MAY_END, right: next(`(?!${STARTER}).`), decides: 'join', example: 'est.| 1920' },
  { left: IN_NAMES, right: next(`(?!${STARTER})[\\p{Lu}\\d]`), decides: 'join', example: 'in Phys.| Rev.' },
  {
    left: /\p{Lu}\p{L}{1,10}\.$/u,
    right: next('(?:Co|Corp|Inc|Ltd|LLC|LLP|PLC)\\b'),
    decides: 'join',
    example: 'of Dale Pty.| Ltd.',
  },
  {
    left: /\d\s?(?:lbs?|ft|hrs?|mins?)\.$/,
    right: next('\\d+\\s?(?:oz|mins?|secs?)\\b'),
    decides: 'join',
    example: 'weighs 5 lbs.| 3 oz.',
  },
  { left: /\bal\.$/i, right: next('[([\\d\\p{Ll}]'), decides: 'join', example: 'et al.| (2010)' },
  { left: BEFORE_NUMBER, right: next('[\\d#+]'), decides: 'join', example: 'No.| 5' },
  {
    left: /(?:^|[\s(–-])\d{1,2}\.$/,
    right: next(`(?:${GERMAN_MONTHS})\\b|(?:${NAMED_MONTHS})\\.?\\s\\d{4}\\b`),
    decides: 'join',
    example: 'on 3.| October 2024',
  },
  { left: /(?:^|[\s(–-])\d{1,2}\.\s?\d{1,2}\.$/, right: next('\\d{4}\\b'), decides: 'join', example: '12. 5.| 2021' },
  {
    left: new RegExp(`(?:^|\\s)(?:${BEFORE_ORDINAL}|[Aa]m|[Bb]is|[Ss]eit|[Aa]b)\\s\\d{1,2}\\.$`),
    right: next(`(?:${NAMED_MONTHS})\\b|\\d{1,2}\\.`),
    decides: 'join',
    example: 'bis 5.| November',
  },
  {
    left: new RegExp(`(?:^|\\s)${BEFORE_ORDINAL}\\s\\d{1,3}\\.$`),
    right: next(`(?!${STARTER}|[DE](?:er|ie|as|s|in|ine)\\s)\\p{Lu}`),
    decides: 'join',
    example: 'im 19.| Jahrhundert',
  },
  { left: /\.$/, right: next('&'), decides: 'join', example: 'Bros.| & Sons' },
  { left: BEFORE_SMALL, right: SMALL, decides: 'join', example: 'assoc.| members' },
  { left: /(?:\.\p{L}|\p{Lu}\.\p{L}{2,4})\.$/u, right: SMALL, decides: 'join', example: 'M.Sc.| students' },
  { left: /(?:^|[;:,(]\s)\(?\d{1,2}\.$/, right: SMALL, decides: 'join', example: 'two things: 1.| cells' },
  {
    left: /(?:(?:^|[\s("'“‘[])\p{L}{1,4}|\d)\.$/u,
    right: GOES_ON,
    decides: 'join',
    capitalised: true,
    example: 'in the lab.| for a week',
  },
  {
    left: /\b(?:vote[ds]?|sa(?:y|ys|id)|answer(?:ed|s)?|is|was) no\.$/,
    right: next('\\p{Lu}\\p{Ll}'),
    decides: 'split',
    example: 'voted no.| Representatives',
  },
  {
    left: /(?:\bto|\band|[,–-])\s?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.$/,
    right: next(`(?!(?:${NAMED_MONTHS}|Morning|Afternoon|Evening|Night)\\b)\\p{Lu}\\p{Ll}`),
    decides: 'split',
    example: 'from Mon. to Fri.| Entry',
  },
  { left: /\betc\.$/, right: CAPITAL, decides: 'split', example: 'dogs, etc.| They' },
  // Quotations, brackets, and marks inside a sentence.
  {
    left: /(?:^|[ \t[])\([^()]{1,36}[.!?]$/,
    right: /^\s[^()]{1,44}\)/,
    decides: 'join',
    example: ' (why?| nobody knows)',
  },
  {
    left: /(?:^|\s)["“][^"“”]{1,36}[.!?]$/,
    right: /^\s[^"“”]{1,36}[.!?]["”]\s\p{Ll}/u,
    decides: 'join',
    example: 'wrote "Stop.| Wait." and left',
  },
  { left: /[.!?…]["'”’»)]+$/, right: SMALL, decides: 'join', example: '"Stop!"| he said' },
  {
    left: /[!?]["'”’»]+$/,
    right: new RegExp(`^\\s+(?:the\\s)?(?:\\p{L}[\\p{L}.'’-]*\\s){1,3}${SPEAKS}`, 'u'),
    decides: 'join',
    example: '"Is it open?"| Harry asked',
  },
  {
    left: /(?:^|\s)\p{Lu}[\p{L}\p{N}]{1,20}[!?]$/u,
    right: next('(?:Inc|Ltd|Corp|LLC|PLC|Co|GmbH|AG|SA|Brands|Productions|Holdings|Group)\\b'),
    decides: 'join',
    example: 'Yahoo!| Inc.',
  },
  { left: /[!?]$/, right: /^\s*(?:--?|[–—])\s*\p{Ll}/u, decides: 'join', example: 'voila!| -- the' },
  { left: /[!?]$/, right: GOES_ON, decides: 'join', capitalised: true, example: 'Yahoo!| was sold' },
  { left: /\.["”’»]{1,3}$/, right: CAPITAL, decides: 'split', example: '“Stop.”| Then' },
  // Marks of references after a stop.
  {
    left: /[.!?]["'”’»)]*(?:\d{1,3}(?:[,–-]\d{1,3})*|[¹²³⁰⁴-⁹]+|[†‡]+|\[[\w, –-]{1,12}\])$/,
    right: CAPITAL,
    decides: 'split',
    example: 'pressure.12| Side',
  },
  // Other ends before a capital letter.
  { left: /[.!?…]["'”’»)\]]*$/, right: next(STARTER), decides: 'split', example: 'in the U.S.| It was' },
  {
    left: /(?:[/@]\S{0,40}|[\p{L}\p{N}]{2}\.\p{L}{2,9})[.!?]["'”’)]{0,3}$/u,
    right: CAPITAL,
    decides: 'split',
    example: 'at app.zip.| Access',
  },
  {
    left: /\p{L}{2}[.;!?]["'”’»)]*$/u,
    right: next('\\d{1,2}(?:\\.\\d{1,2}){1,3}\\.?\\s+\\p{Lu}'),
    decides: 'split',
    example: 'the first year.| 7.2 The Supplier',
  },
  {
    left: /(?:[\p{L}\p{N}]{1,20}[\s,]{1,2}){3}\p{Emoji_Presentation}{1,4}$/u,
    right: /^\s+\p{Lu}\p{Ll}/u,
    decides: 'split',
    example: 'The launch went well 🚀| Sales',
  },
];

/** The decision of the first rule that knows the place; undefined where wink-nlp is to decide. */
export function ruleFor(left: string, right: string, isCapitalised: boolean): BoundaryRule | undefined {
  return BOUNDARY_RULES.find(
    (rule) => (isCapitalised || rule.capitalised === undefined) && rule.right.test(right) && rule.left.test(left),
  );
}
