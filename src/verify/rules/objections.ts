import { exchangesCases } from './compare/cases.ts';
import { miscountsNames } from './compare/counted-names.ts';
import { miscountsParts } from './compare/counted-parts.ts';
import { deniesSaying } from './compare/denied-saying.ts';
import { isEnded, isEndedElsewhere } from './compare/ended-past.ts';
import { saysOfAll, saysOfExcepted } from './compare/exceptions.ts';
import { exchangesParts } from './compare/exchanged-parts.ts';
import { exchangesRoles } from './compare/exchanged-roles.ts';
import { includesExtra } from './compare/extras.ts';
import { hasOtherLimit, hasOtherLoneValue } from './compare/lone-value.ts';
import { isOnlyRequested } from './compare/only-requested.ts';
import { hasOtherName } from './compare/other-name.ts';
import { hasOtherPreposition, leavesOutRest } from './compare/other-relation.ts';
import { isOverstated } from './compare/overstated.ts';
import { isOtherDayCount, isOtherPeriod, isOtherWeekday } from './compare/period-dates.ts';
import { dropsRestriction } from './compare/restricted.ts';
import { isOfOtherPart } from './compare/said-of-part.ts';
import { saysNothing } from './compare/says-nothing.ts';
import type { SurfaceReading } from './reading.ts';

/** Why a sentence does not support a claim, by what the words of both say; each is a promise of the same name. */
const OBJECTIONS = {
  denies_saying: deniesSaying,
  excepted: (claim, sentence) =>
    saysOfExcepted(claim, sentence) || saysOfAll(claim, sentence) || includesExtra(claim, sentence),
  ended_in_source: isEnded,
  of_other_part: isOfOtherPart,
  only_requested: isOnlyRequested,
  other_name: hasOtherName,
  other_period: (claim, sentence) =>
    isOtherPeriod(claim, sentence) || isOtherWeekday(claim, sentence) || isOtherDayCount(claim, sentence),
  other_relation: (claim, sentence) => hasOtherPreposition(claim, sentence) || leavesOutRest(claim, sentence),
  other_value: (claim, sentence) =>
    hasOtherLoneValue(claim, sentence) ||
    hasOtherLimit(claim, sentence) ||
    miscountsNames(claim, sentence) ||
    miscountsParts(claim, sentence),
  overstated: (claim, sentence) => isOverstated(claim, sentence) || dropsRestriction(claim, sentence),
  parts_exchanged: (claim, sentence) => exchangesParts(claim, sentence) || exchangesCases(claim, sentence),
  roles_exchanged: exchangesRoles,
  says_nothing: saysNothing,
} as const satisfies Record<string, (claim: SurfaceReading, sentence: SurfaceReading) => boolean>;

export type Objection = keyof typeof OBJECTIONS;

/** They say that a sentence states something else, which a question does not. */
const EXCHANGED: ReadonlySet<Objection> = new Set(['excepted', 'parts_exchanged', 'roles_exchanged']);

/** All that the words of a claim and a sentence object to. */
function objectionsTo(claim: SurfaceReading, sentence: SurfaceReading): ReadonlySet<Objection> {
  const isQuestion = /\?\s*$/.test(sentence.text);
  const names = (Object.keys(OBJECTIONS) as Objection[]).filter((name) => !isQuestion || !EXCHANGED.has(name));
  return new Set(names.filter((name) => OBJECTIONS[name](claim, sentence)));
}

/** A sentence with one of these says what is so now. */
const LASTS = /\b(?:is|are|still|now|today|again|since|currently|remains?)\b/i;

/** All that the sentence that supports a claim objects to, and whether another one of its passage ends what the claim says. */
export function objectionsIn(
  claim: SurfaceReading,
  support: SurfaceReading,
  others: () => readonly SurfaceReading[] = () => [],
): ReadonlySet<Objection> {
  const objections = objectionsTo(claim, support);
  if (LASTS.test(support.text) || !others().some((one) => isEndedElsewhere(claim, support, one))) return objections;
  return new Set([...objections, 'ended_in_source']);
}
