import type { Token } from '../../text/index.ts';
import { isNamedFor, placeOfSchedule, type Schedule, type SurfaceReading, schedulesOf } from '../rules/index.ts';
import type { Placed } from './limits.ts';

/** The day is not one of many alike: the only one, the first, the last, or none. */
const NOT_OF_MANY =
  /\b(?:only|first|last|except|beg[ai]n\w*|start(?:s|ed|ing)?|end(?:s|ed|ing)?|finish\w*|deadlines?|due|until|till|by|since|from|between)\b/i;
/** "moved from Monday to Wednesday", "on Wednesday or Thursday", "on a weekday" */
const NOT_EACH =
  /\b(?:mov(?:e[sd]?|ing)|postpon\w+|shift(?:s|ed)|reschedul\w+|chang(?:e[sd]?|ing)|or|weekday|weekend)\b/i;

/**
 * The days of a claim as the only schedule of a source that has them all names them: "on Wednesdays" is written as "from Monday
 * to Thursday", because what holds on all of the days holds on one.
 */
export function daysIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const [own, another] = schedulesOf(claim);
  if (own === undefined || another !== undefined || claim.negations.length > 0) return undefined;
  if (NOT_OF_MANY.test(claim.text)) return undefined;
  const start = startOf(own, claim);
  if (start === undefined) return undefined;
  const at = claim.tokens[start]!.start;
  const all = schedulesOf(source);
  // The models read a day that is named well.
  if (all.some(({ excepted }) => [...own.days].some((day) => excepted.has(day)))) return undefined;
  const [within, other] = all.filter((one) => sharedDays(own, one) > 0);
  if (within === undefined || other !== undefined || within.days.size === own.days.size) return undefined;
  if (sharedDays(own, within) < own.days.size) return undefined;
  const isBeside = (token: number) => source.tokens[token]!.sentence === source.tokens[within.from]!.sentence;
  // Several schedules of one sentence are those of siblings.
  if (all.some((one) => one !== within && isBeside(one.from)) || source.negations.some(({ at: cue }) => isBeside(cue)))
    return undefined;
  if (NOT_EACH.test(sentenceOf(within, source))) return undefined;
  const words = claim.text.slice(at, claim.tokens[own.to - 1]!.end);
  return { at, own: words, written: written(within, source) };
}

/** "is closed", "are not available", "can't be used": not so on the days that follow. */
const IS_NOT =
  /\b(?:(?<be>is|are) (?:closed|shut|not (?<state>open|available|staffed))|can(?:not|['’]t| not))(?= (?:be \p{L}+ )?(?:on |at |over )?(?:the )?\p{L}+[.!]?$)/iu;
/** The words for the opposite on other days: a library with "readings on Mondays" may be open on others. */
const IS_SO: Readonly<Record<string, RegExp>> = {
  can: /\b(?:can|may|allowed|permitted|possible|open|available)\b/i,
  open: /\b(?:open|opens|opening|hours)\b/i,
  available: /\b(?:available|open)\b/i,
  staffed: /\bstaffed\b/i,
};

/**
 * "is open from Monday to Saturday" for "is closed on Sundays", where these are all the days that a source names for what the claim is
 * about: the models take each for the opposite of the other.
 */
export function closedIn(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const found = IS_NOT.exec(claim.text.trim());
  const [own, another] = schedulesOf(claim);
  if (found === null || own === undefined || another !== undefined) return undefined;
  const at = claim.text.indexOf(found[0]);
  const subject = claim.tokens.filter(({ lemma, start }) => lemma !== '' && start < at);
  if (subject.length === 0 || isNamedFor(claim, own.days, source)) return undefined;
  const [open, other] = schedulesOf(source).filter((one) => isAbout(one, subject, source));
  if (open === undefined || other !== undefined || open.days.size < 2) return undefined;
  const isDenied = source.negations.some(
    (one) => source.tokens[one.at]!.sentence === source.tokens[open.from]!.sentence,
  );
  const { be, state = 'open' } = found.groups!;
  const isSo = IS_SO[be === undefined ? 'can' : state]!;
  if (isDenied || !isSo.test(sentenceOf(open, source)) || !saysOnly(isSo, open, claim, source)) return undefined;
  const words = claim.text.slice(at, claim.tokens[own.to - 1]!.end);
  const verb = be === undefined ? `can${/ be \p{L}+/u.exec(words)?.[0] ?? ''}` : `${be} ${state}`;
  return { at, own: words, written: `${verb} ${written(open, source)}` };
}

/** A pool that is "open to members" on some days, or "longer" on them, may be open on others too. */
function saysOnly(isSo: RegExp, { from, to }: Schedule, claim: SurfaceReading, { tokens }: SurfaceReading): boolean {
  const { sentence } = tokens[from]!;
  return tokens.every(
    ({ sentence: own, lemma, lower, type }, at) =>
      own !== sentence ||
      lemma === '' ||
      type === 'number' ||
      (from <= at && at < to) ||
      claim.positions.has(lemma) ||
      isSo.test(lower),
  );
}

/** The sentence of a schedule, or the one before where it begins with "It", has all words of a subject. */
function isAbout({ from }: Schedule, subject: readonly Token[], { tokens, positions }: SurfaceReading): boolean {
  const { sentence } = tokens[from]!;
  const first = tokens.find((token) => token.sentence === sentence);
  const isHeld = (at: number) =>
    subject.every(({ lemma }) => positions.get(lemma)?.some((place) => tokens[place]!.sentence === at));
  return isHeld(sentence) || (/^(?:it|they)$/.test(first!.lower) && isHeld(sentence - 1));
}

function sentenceOf({ from }: Schedule, { text, tokens }: SurfaceReading): string {
  let [first, last] = [from, from];
  while (tokens[first - 1]?.sentence === tokens[from]!.sentence) first -= 1;
  while (tokens[last + 1]?.sentence === tokens[from]!.sentence) last += 1;
  return text.slice(tokens[first]!.start, tokens[last]!.end);
}

function sharedDays(one: Schedule, other: Schedule): number {
  return [...one.days].filter((day) => other.days.has(day)).length;
}

/** The first token of "on Mondays", "at the weekend", "every Sunday"; undefined where the days are no time: "Monday is busy". */
function startOf({ from }: Schedule, { tokens }: SurfaceReading): number | undefined {
  const lower = (at: number) => tokens[at]?.lower ?? '';
  const article = /^(?:the|every|each|any|an?)$/.test(lower(from - 1)) ? from - 1 : from;
  if (/^(?:on|at|over|during)$/.test(lower(article - 1))) return article - 1;
  if (/^(?:for|in|of|to|and|or)$/.test(lower(article - 1))) return undefined;
  const isAdverb =
    from > 0 && (article < from || /s$/.test(lower(from)) || /^(?:daily|every|each|any)$/.test(lower(from)));
  return isAdverb ? article : undefined;
}

function written(schedule: Schedule, { text, tokens }: SurfaceReading): string {
  const { start, end } = placeOfSchedule(schedule, tokens);
  const days = text.slice(start, end);
  if (/^(?:daily|every|each|any|seven|7)\b/i.test(days)) return days;
  return /[-–—]|\b(?:to|through|till|until)\b/i.test(days) ? `from ${days}` : `on ${days}`;
}
