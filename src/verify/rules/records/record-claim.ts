import type { RecordObject } from '../../../text/index.ts';
import { type Computed, moved } from '../compute/computed.ts';
import { tableClaim } from '../compute/table-claims.ts';
import { BEYOND_RECORD } from '../lexicon/record-words.ts';
import { COMPARATIVES, SUPERLATIVES } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import type { Assertion, Settled } from './assertion.ts';
import { assertionsOf } from './assertions.ts';
import { clauseStatements } from './clauses.ts';
import { leftWords } from './left-words.ts';
import { quantifiedItems } from './quantified-items.ts';
import { type RecordIndex, recordIndex } from './record-index.ts';
import { recordTables } from './record-tables.ts';
import { isDenier, readStatement, type Statement } from './statement.ts';
import { allFieldsAround, subjectsOf } from './subjects.ts';

/** The records of a source, and the offset of the text that they are read in. */
export interface Records {
  readonly objects: readonly RecordObject[];
  readonly start: number;
}

/** "Not all jobs passed", "far from ready", "not without a backup", "has not failed to stay online": no plain denial. */
const NO_PLAIN_DENIAL =
  /(?:\bnot|n['’]t|\bnever) (?:yet |quite |nearly )?(?:all|every|each|both|every(?:one|body)|without)\b|\b(?:hardly|scarcely|barely|far from|anything but|nothing but|fail(?:ed|s)? to|not the case)\b/i;

/** The result of some records for a statement: by their values, else by their lists as tables; undefined where they do not settle it. */
export function recordClaim(claim: SurfaceReading, { objects, start }: Records): Computed | undefined {
  if (NO_PLAIN_DENIAL.test(claim.text)) return undefined;
  return moved(valuesClaim(claim, objects) ?? listsClaim(claim, objects), start);
}

function listsClaim(claim: SurfaceReading, objects: Records['objects']): Computed | undefined {
  // "Lint did not pass, but it was cached": a table is asked for one thing.
  if (claim.negations.length > 0 && /\b(?:but|and|although|though|while|whereas)\b/i.test(claim.text)) return undefined;
  const found = tableClaim(claim, recordTables(objects));
  // The values are quoted, and not all that their objects have.
  return found && { ...found, places: found.operands.map(({ start, end }) => ({ start, end })) };
}

/** Claims with more words than this are no sentence about a record. */
const MOST_TOKENS = 120;
/** Objects that a statement may be about at most. */
const MOST_SUBJECTS = 50;

function valuesClaim(claim: SurfaceReading, objects: Records['objects']): Computed | undefined {
  const index = recordIndex(objects);
  if (index.objects.length === 0 || claim.tokens.length > MOST_TOKENS) return undefined;
  const statement = readStatement(claim, index);
  if (statement.words.some(({ text }) => BEYOND_RECORD.has(text))) return undefined;
  const settled = settledOf(statement, index);
  return settled && computedOf(settled);
}

/** A statement is contradicted by one of its clauses alone, so that no clause is compared with the values of another's object. */
function settledOf(statement: Statement, index: RecordIndex): Settled | undefined {
  const settle = (one: Statement) => quantifiedItems(one, index) ?? aboutObject(one, index);
  const whole = settle(statement);
  const clauses = clauseStatements(statement, index);
  if (clauses.length === 1) return whole;
  const parts = clauses.map(settle);
  const against = parts.find((part) => part?.stance === 'against');
  if (against !== undefined) return whole?.stance === 'for' ? undefined : against;
  if (whole !== undefined && whole.stance !== 'against') return whole;
  const proven = parts.flatMap((part) => (part?.stance === 'for' ? [part] : []));
  if (proven.length < parts.length) return undefined;
  return {
    ...{ stance: 'for', operation: 'cell', isWhole: proven.every(({ isWhole }) => isWhole) },
    decisive: proven.flatMap(({ decisive }) => decisive),
  };
}

/** A statement about the values of one object, or of one of those that have what the statement names. */
function aboutObject(statement: Statement, index: RecordIndex): Settled | undefined {
  if (isComparing(statement)) return undefined;
  const { objects, taken } = subjectsOf(statement, index);
  const around = objects.length > MOST_SUBJECTS ? undefined : allFieldsAround(objects, statement, index);
  const read = around?.map((fields) => {
    const assertions = assertionsOf(fields, statement, taken);
    return { fields, assertions, covered: new Set(assertions.flatMap(({ covers }) => covers)).size };
  });
  if (read === undefined) return undefined;
  // The log line with an exit code is meant where a host has several.
  const most = read.reduce((found, { covered }) => Math.max(found, covered), 0);
  const found = read
    .filter(({ covered }) => covered === most)
    .map(({ fields, assertions }) => settledBy(assertions, { statement, fields, taken }));
  const holding = found.find((one) => one?.stance === 'for');
  if (holding !== undefined) return holding;
  return found.every((one) => one !== undefined && one.stance === found[0]!.stance) ? found[0] : undefined;
}

/** "Warmer than in greenhouse B" compares, and "more than 10" is a number. */
function isComparing({ words, values }: Statement): boolean {
  return words.some(({ text }, at) => text === 'than' && !values.some(({ from, to }) => from <= at && at < to));
}

/** Words that a statement may have beyond what contradicts a value. */
const MOST_BESIDE = 2;

function settledBy(assertions: readonly Assertion[], given: Parameters<typeof leftWords>[1]): Settled | undefined {
  const left = leftWords(assertions, given);
  const isDeniedOtherwise = hasOtherDenial(given.statement, assertions);
  const against = assertions.find(({ stance }) => stance === 'against');
  if (against !== undefined) {
    // "Two pods are slow" does not count all of them.
    const isCount = against.field.field.kind === 'list' && against.found !== undefined;
    const fields = given.fields.filter(({ field }) => field.kind !== 'text');
    const isBeside = isCount && leftWords([against], { ...given, fields }).words.length > 0;
    // "The lowest temperature" and "the temperature on 12 March" may be others.
    const isOther =
      left.words.some((word) => SUPERLATIVES.has(word) || COMPARATIVES.has(word)) ||
      isOfOtherTime(assertions, given.statement);
    return isDeniedOtherwise || isBeside || isOther || left.words.length > MOST_BESIDE
      ? undefined
      : { stance: 'against', operation: 'cell', isWhole: true, decisive: [against] };
  }
  const open = assertions.find(({ stance }) => stance === 'open');
  if (open !== undefined)
    return open.isUnknown === true ? { stance: 'open', operation: 'cell', isWhole: true, decisive: [open] } : undefined;
  if (assertions.length === 0 || left.isIncomplete || isDeniedOtherwise) return undefined;
  // "Acme disputes the invoice": that the record has both does not prove a dispute.
  if (left.words.length > 0 && assertions.every(({ isUnnamed }) => isUnnamed === true)) return undefined;
  const isWhole = left.words.length === 0 && assertions.every(({ isLoose }) => isLoose !== true);
  return { stance: 'for', operation: 'cell', isWhole, decisive: assertions };
}

/** True if a statement has a negation that none of the assertions is read with. */
function hasOtherDenial({ words }: Statement, assertions: readonly Assertion[]): boolean {
  const read = new Set(
    assertions.flatMap(({ covers, denier }) => (denier === undefined ? covers : [...covers, denier])),
  );
  return words.some((_, at) => isDenier(words, at) && !read.has(at));
}

/** True if a statement has a date that no assertion uses. */
function isOfOtherTime(assertions: readonly Assertion[], { values }: Statement): boolean {
  const covered = new Set(assertions.flatMap(({ covers }) => covers));
  return values.some(({ fact, from }) => fact.unit === 'date' && !covered.has(from));
}

/** Values that are quoted at most. */
const MOST_QUOTED = 5;

function computedOf({ stance, operation, isWhole, decisive }: Settled): Computed {
  const distinct = [...new Set(decisive.map(({ field }) => field))].slice(0, MOST_QUOTED);
  const fields = distinct.map(({ field }) => field);
  const [first] = decisive;
  return {
    ...{ stance, operation, isWhole, reason: stance === 'open' ? 'not_settled' : undefined },
    operands: fields.map(({ value, start, end }) => ({ value, start, end })),
    result: fields.map(({ value }) => value).join(', '),
    formula: fields.map(({ name, value }) => `${name}: ${value}`).join('; '),
    places: [...new Map(fields.map(({ start, end }) => [start, { start, end }])).values()],
    found: stance === 'against' ? first?.found : undefined,
  };
}
