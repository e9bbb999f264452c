import type { Assertion } from './assertion.ts';
import { namedFields } from './named-fields.ts';
import { numberAssertions } from './number-assertions.ts';
import { booleanAssertion, presenceAssertion } from './presence-assertions.ts';
import type { IndexedField } from './record-index.ts';
import { stateAssertion } from './state-assertions.ts';
import type { Statement } from './statement.ts';
import { statesIn } from './states.ts';
import { textAssertions } from './text-assertions.ts';

/** A statement that has the names of more values means none of them. */
const MOST_NAMED = 200;

/** Everything that a statement says of some values. */
export function assertionsOf(
  fields: readonly IndexedField[],
  statement: Statement,
  subject: ReadonlySet<number>,
): readonly Assertion[] {
  const named = namedFields(statement, fields, subject);
  if (named.length > MOST_NAMED) return [];
  const given = { statement, fields, named };
  const words = statement.words.map(({ text }) => text);
  const ofTexts = textAssertions({ ...given, taken: subject });
  const taken = new Set([...subject, ...ofTexts.flatMap(({ covers }) => covers)]);
  const ofNumbers = numberAssertions({ ...given, taken });
  const settled = new Set([...ofTexts, ...ofNumbers].map(({ field }) => field));
  const ofPresence = named.flatMap((one) =>
    settled.has(one.field) ? [] : (presenceAssertion(one, { ...given, taken }) ?? []),
  );
  const asserting = { ...given, taken, states: statesIn(words, { taken }) };
  const ofBooleans = fields.flatMap((field) =>
    field.field.kind === 'boolean' ? (booleanAssertion(field, asserting) ?? []) : [],
  );
  const inNames = named.flatMap(({ field, at, isWhole }) => (isWhole && field.field.kind !== 'text' ? at : []));
  const outside = new Set([...taken, ...inNames]);
  const free = { ...given, taken: outside, states: statesIn(words, { taken: outside }) };
  const ofStates = fields.flatMap((field) => (settled.has(field) ? [] : (stateAssertion(field, free) ?? [])));
  return agreed([...ofTexts, ...ofNumbers, ...ofPresence, ...ofBooleans, ...ofStates]);
}

/** Where one value has what some words say, another one that has not is not meant. */
function agreed(all: readonly Assertion[]): readonly Assertion[] {
  const held = new Set(all.flatMap(({ stance, covers }) => (stance === 'for' ? covers : [])));
  return all.filter(({ stance, covers }) => stance === 'for' || !covers.every((at) => held.has(at)));
}
