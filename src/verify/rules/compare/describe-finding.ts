import { isPlural } from '../extract/counted-nouns.ts';
import type { Both, Bound, Fact, Finding, Name } from '../findings.ts';
import { NEVER_COUNTED } from '../lexicon/telling-words.ts';

/** Words shown behind a number at most. */
const MAX_NOUNS = 5;

/** A fact or name for a reader: bound, value and what is counted, never past the end of its sentence. */
export function shown(part: Fact | Name, text: string): string {
  if (!('kind' in part)) return part.text;
  const { bound, value, counted } = partsOf(part, text);
  return `${bound}${value}${counted}`;
}

/** Bound, value, and what is counted with the space before it: '' when nothing is, or when the sentence ends with the value. */
function partsOf(fact: Fact, text: string) {
  const core = text
    .slice(fact.start, fact.end)
    .replace(/[\s*_`#]+/g, ' ')
    .trim();
  const at = fact.phrase.indexOf(core);
  if (core === '' || at < 0) return { bound: '', value: fact.phrase, counted: '' };
  const value = /\.\p{L}\.$/u.test(core) ? core : core.replace(/\.$/, '');
  const counted = isPlaced(fact) || core.endsWith('.') ? '' : countedIn(fact.phrase.slice(at + core.length));
  return { bound: fact.phrase.slice(0, at), value, counted };
}

/** Dates, times and durations count nothing: the words behind them belong to the sentence. */
function isPlaced({ kind, unit }: Fact): boolean {
  return unit === 'date' || unit === 'month-day' || kind === 'time' || kind === 'duration' || kind === 'identifier';
}

function countedIn(tail: string): string {
  const words = tail.split(' ').slice(0, MAX_NOUNS + 1);
  // What is counted ends with its plural: "350 employees", not "350 employees work".
  const plural = words.findIndex((word) => isPlural(word.toLowerCase()));
  const kept = (plural < 0 ? words : words.slice(0, plural + 1)).filter((word) => !word.endsWith('…'));
  while (kept.length > 0 && NEVER_COUNTED.has(kept.at(-1)!.toLowerCase())) kept.pop();
  return kept.join(' ');
}

function isSameValue(claim: Fact, source: Fact): boolean {
  return (
    claim.unit === source.unit &&
    claim.bound === source.bound &&
    claim.low === source.low &&
    claim.high === source.high &&
    claim.lowOpen === source.lowOpen &&
    claim.highOpen === source.highOpen
  );
}

/** Whether a value of the source lies within a bound of the claim that the source does not state itself: 420 for "more than 400". */
export function isSatisfied({ claim, source, status }: Finding<Fact>): boolean {
  return status === 'match' && source !== undefined && claim.bound in BOUNDS && !isSameValue(claim, source);
}

/** Bounds that a value can satisfy, and how a reader is told of it where the claim has no words for it. */
const BOUNDS: Readonly<Partial<Record<Bound, string>>> = {
  at_least: 'at least ',
  at_most: 'at most ',
  more_than: 'more than ',
  less_than: 'less than ',
};

function describeSatisfied(claim: Fact, source: Fact, texts: Both<string>): string {
  const [wanted, given] = [partsOf(claim, texts.claim), partsOf(source, texts.source)];
  const bound = wanted.bound === '' ? BOUNDS[claim.bound] : wanted.bound.toLowerCase();
  return `${given.bound}${given.value} is ${bound}${wanted.value}`;
}

function describeMatch(claim: Fact, source: Fact, texts: Both<string>): string | undefined {
  if (isSatisfied({ claim, source, status: 'match' })) return describeSatisfied(claim, source, texts);
  if (!isSameValue(claim, source)) return undefined;
  const [said, given] = [shown(claim, texts.claim), shown(source, texts.source)];
  if (said.toLowerCase() === given.toLowerCase()) return `both say ${said}`;
  const [a, b] = [partsOf(claim, texts.claim), partsOf(source, texts.source)];
  const [mine, other] = [`${a.bound}${a.value}`, `${b.bound}${b.value}`];
  return mine.toLowerCase() === other.toLowerCase() ? `both say ${mine}` : `${mine} agrees with ${other}`;
}

/**
 * One clause, in words of the texts that were compared, on a conflict ("the source says 350 people where the claim says 530 people") or on values that agree ("both say
 * 350 people", "420 is more than 400"). `undefined` for everything else: what is absent, or only compatible, neither agrees nor differs.
 */
export function describeFinding(finding: Finding, texts: Both<string>): string | undefined {
  const { claim, source, status } = finding;
  if (source === undefined || status === 'absent') return undefined;
  const [said, given] = [shown(claim, texts.claim), shown(source, texts.source)];
  const isSame = said.toLowerCase() === given.toLowerCase();
  if (status === 'conflict') return isSame ? undefined : sideBySide(said, given);
  if ('kind' in claim && 'kind' in source) return describeMatch(claim, source, texts);
  return isSame ? `both say ${said}` : undefined;
}

/** One clause on two values of which the rules only know that both may hold: "the source says 350 where the claim says more than 300". */
export function describeUnequal({ claim, source, status }: Finding<Fact>, texts: Both<string>): string | undefined {
  if (source === undefined || status === 'conflict' || isSameValue(claim, source)) return undefined;
  if (isSatisfied({ claim, source, status })) return undefined;
  return sideBySide(shown(claim, texts.claim), shown(source, texts.source));
}

function sideBySide(said: string, given: string): string {
  return `the source says ${given} where the claim says ${said}`;
}
