import { hasFiniteVerb, lineCells, partOfSpeech } from '../../text/index.ts';

/** A value that says that there is none of what its name says. */
const NONE = /^(?:no|none|nil|false|not applicable)\.?$/i;
/** Names with a verb or a question, and those that count or deny by themselves. */
const NO_THING = /\?$|^(?:has|have|is|are|can|does|do|did|was|were|will|no|not|non|number)\b|#/i;
/** Those who attend or are absent: names, numbers or all. "Present: a book" is about a gift. */
const PEOPLE = /^(?:\p{Lu}|\d|all\b)/u;
/** Not "unknown", "none known", "see label" or "yes". */
const THINGS = /^(?!(?:no|none|not|un\p{L}+|see|yes|nka|nkda|denie[sd]|tb[acd]|n\/?a)\b)\p{L}/iu;
/** Longer values are prose. */
const MAX_VALUE = 60;

/** Names of lines, the values they are read with, and the statement that each makes of those. */
const SAYINGS: readonly (readonly [RegExp, RegExp, (values: string, be: string) => string])[] = [
  [
    /^(?:present|attending|attended|attendees|in attendance|participants)$/i,
    PEOPLE,
    (of, be) => `${of} attended and ${be} present`,
  ],
  [/^(?:absent|not present)$/i, PEOPLE, (of, be) => `${of} did not attend and ${be} absent`],
  [/^(?:apologies|apologies for absence|excused|regrets)$/i, PEOPLE, (of) => `${of} sent apologies and did not attend`],
  [/^allerg(?:ies|y|ic to)$/i, THINGS, (of) => `Allergies: allergic to ${of}`],
  [/^(?:allergens?|ingredients?)$/i, THINGS, (of) => `It contains ${of}`],
];

/**
 * A line of a form as the models understand it: "No smoker" for "Smoker: no", "Carla sent apologies and did not attend" for
 * "Apologies: Carla". Undefined for prose.
 */
export function formLine(line: string): string | undefined {
  const read = lineCells(line, { start: 0, end: line.length });
  if (read?.names === undefined) return undefined;
  if (!read.cells.every(({ text }) => text.length <= MAX_VALUE && !hasFiniteVerb(text))) return undefined;
  const pairs = read.cells.map(({ text }, i) => said(read.names![i]!, text));
  return pairs.join('; ');
}

function said(name: string, value: string): string {
  const plain = value.replace(/[.;]$/, '');
  if (NONE.test(plain)) return NO_THING.test(name) ? `${name}: ${plain}` : without(name);
  const saying = SAYINGS.find(([names, values]) => names.test(name) && values.test(plain))?.[2];
  return saying?.(plain, /^\d|,| and /.test(plain) ? 'were' : 'was') ?? `${name}: ${plain}`;
}

/** "No pets allowed", "Not vegan". */
function without(name: string): string {
  const own = /^\p{Lu}{2}/u.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const isQuality = !own.includes(' ') && (/ed$|able$|-free$/.test(own) || partOfSpeech(own) === 'ADJ');
  return `${isQuality ? 'Not' : 'No'} ${own}`;
}
