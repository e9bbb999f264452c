import { range, sentenceWords } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { DENYING, MISSING, ON_RECORD, type State } from '../lexicon/record-words.ts';
import type { Asserting, AssertingStates, Assertion } from './assertion.ts';
import type { NamedField } from './named-fields.ts';
import type { IndexedField } from './record-index.ts';
import { denierNextTo, denierOf, isContent, isDenier, OF_NOUNS, type Statement } from './statement.ts';
import { deniesWord, relationOfStates, statesIn } from './states.ts';

/** A statement that names a value without saying what it is: of an empty value, a list, or a number that is zero. */
export function presenceAssertion(one: NamedField, given: Asserting): Assertion | undefined {
  if (!one.isWhole) return undefined;
  const { kind } = one.field.field;
  if (kind === 'none') return noneAssertion(one, given);
  if (kind === 'list') return listAssertion(one, given);
  return kind === 'number' ? zeroAssertion(one, given) : undefined;
}

const statesOfName = oncePer(({ field: { name } }: IndexedField): readonly State[] =>
  statesIn(sentenceWords(name)).flatMap(({ states }) => states),
);

/** "Is not active", "inactive" and "suspended" of "active: yes". */
export function booleanAssertion(field: IndexedField, given: AssertingStates): Assertion | undefined {
  const { statement, named, taken } = given;
  const ofName = named.find((one) => one.field === field && one.isWhole);
  const isTrue = field.field.value === 'yes';
  const says = (is: boolean, covers: readonly number[], denier?: number, isLoose = false): Assertion => {
    return { field, stance: is === isTrue ? 'for' : 'against', covers, denier, isLoose };
  };
  const words = statement.words.map(({ text }) => text);
  const own = statesOfName(field);
  const said = given.states.flatMap(({ from, to, states }) => {
    const relation = relationOfStates(states, own);
    return relation === undefined ? [] : [{ at: range(from, to), isSame: relation === 'same' }];
  });
  if (ofName !== undefined) {
    const { at } = ofName;
    // "Out of stock" has the name of "in stock".
    const opposite = said.find(({ at: own, isSame }) => !isSame && own.some((place) => at.includes(place)));
    if (opposite !== undefined) {
      const denier = denierOf(statement, opposite.at[0]!, taken);
      return says(denier !== undefined, [...at, ...opposite.at], denier);
    }
    // "Asked for more time to pay" does not state a payment.
    if (statement.words[at.at(-1)! - 1]?.text === 'to') return undefined;
    const denier = firstOf(at, (place) => denierOf(statement, place, taken)) ?? denierBehind(statement, at.at(-1)!);
    return says(denier === undefined, at, denier);
  }
  const subject = field.name.slice(0, -1).map((key) => statement.keys.indexOf(key));
  if (subject.some((at) => at < 0 || taken.has(at))) return undefined;
  const prefixed = words.findIndex((word, i) => !taken.has(i) && deniesWord(word, field.name.at(-1)!));
  if (prefixed >= 0) {
    const denier = denierOf(statement, prefixed, taken);
    return says(denier !== undefined, [...subject, prefixed], denier);
  }
  const [first] = said;
  if (first === undefined) return undefined;
  // A thing that is not in stock is sold out, but not everything inactive is suspended.
  const isLoose = field.field.name !== 'in stock' || taken.size === 0;
  const denier = denierOf(statement, first.at[0]!, taken);
  return says(first.isSame === (denier === undefined), [...subject, ...first.at], denier, isLoose);
}

/** "Breakfast is not included" has its negation between the words of the name; "Smoking is not allowed" has it after. */
function denierBehind({ words, clauses }: Statement, at: number): number | undefined {
  return [at + 1, at + 2].find(
    (i) => clauses[i] === clauses[at] && (words[i]?.text === 'not' || words[i]?.text.endsWith("n't") === true),
  );
}

/** A value that is empty: open of the world, and no part of the record. */
function noneAssertion({ field, at }: NamedField, { statement }: Asserting): Assertion {
  const said = statement.words.map(({ text }) => text);
  const missing = said.flatMap((word, i) =>
    !at.includes(i) && (MISSING.has(word) || isDenier(statement.words, i)) ? [i] : [],
  );
  const isOnRecord = said.some((word, i) => !at.includes(i) && ON_RECORD.has(word));
  const isFor = missing.length > 0;
  const stance = isFor ? 'for' : isOnRecord || isEvent(field.field.name) ? 'against' : 'open';
  return { field, stance, covers: [...at, ...missing], isUnknown: true };
}

/** "delivered at", "acknowledged by": nothing there means that it has not happened. */
function isEvent(name: string): boolean {
  return /ed (?:out |off |in |up )?(?:at|on|by)$/.test(name);
}

function listAssertion({ field, at }: NamedField, { statement, taken }: Asserting): Assertion | undefined {
  const denier = firstOf(at, (place) => denierNextTo(statement, place, { leftOut: taken }));
  const isNone = denier !== undefined;
  const covers = [...at, ...(isNone ? [denier] : [])];
  if (field.field.length === 0) return { field, stance: isNone ? 'for' : 'against', covers };
  return isNone ? { field, stance: 'against', covers } : undefined;
}

/** "No failed logins", "nobody was absent" and "somebody was absent" of a number of them. */
function zeroAssertion({ field, at }: NamedField, { statement, fields, taken }: Asserting): Assertion | undefined {
  const isCount = /^\d+$/.test(field.field.value);
  const people = peopleBefore(statement, at[0]!);
  if (isCount && people !== undefined && saysNoMore(statement, [people, ...at], fields)) {
    const isNobody = NOBODY.test(statement.words[people]!.text);
    const either = statement.words.flatMap(({ text }, i) => (isNobody && EITHER.test(text) ? [i] : []));
    const covers = [people, ...either, ...at];
    // "Somebody was absent or late" may be true of the other.
    const isOpen = !isNobody && statement.words.some(({ text }) => EITHER.test(text));
    return isOpen ? undefined : { field, stance: isNobody === (field.field.value === '0') ? 'for' : 'against', covers };
  }
  const denier = firstOf(at, (place) => denierOf(statement, place, taken));
  // "Has not been shipped" is no shipping of 0.
  if (!isCount || denier === undefined || !OF_NOUNS.test(statement.words[denier]!.text)) return undefined;
  return { field, stance: field.field.value === '0' ? 'for' : 'against', covers: [...at, denier] };
}

const NOBODY = /^nobody$/;
const SOMEBODY = /^(?:somebody|someone)$/;

const EITHER = /^(?:or|nor)$/;

/** "Nobody" or "somebody" in the clause of a word, the last one before it. */
function peopleBefore({ words, clauses }: Statement, at: number): number | undefined {
  const isPeople = ({ text }: Statement['words'][number], i: number) =>
    i < at && clauses[i] === clauses[at] && (NOBODY.test(text) || SOMEBODY.test(text));
  const found = words.findLastIndex(isPeople);
  return found < 0 ? undefined : found;
}

/** True if a clause has no word of content beyond some and the names and texts of the record: "nobody under 18" are others. */
function saysNoMore(
  { keys, words, values, mentions, clauses }: Statement,
  at: readonly number[],
  fields: readonly IndexedField[],
): boolean {
  const names = new Set(fields.flatMap(({ name }) => name));
  const known = new Set([...at, ...mentions.flatMap(({ from, to }) => range(from, to))]);
  const isAsking = (word: string) =>
    (DENYING.has(word) && !NOBODY.test(word)) || word.endsWith("n't") || ELSE.test(word);
  const isOfClause = (i: number) => clauses[i] === clauses[at[0]!];
  // "Nobody was injured, but three people were": "but" begins a clause of its own.
  const begins = (i: number) => clauses[i] !== clauses[i - 1];
  return (
    !values.some(({ from }) => isOfClause(from)) &&
    keys.every(
      (key, i) =>
        !isOfClause(i) ||
        begins(i) ||
        known.has(i) ||
        ((!isContent(key) || names.has(key)) && !isAsking(words[i]!.text)),
    )
  );
}

/** "Nobody else", "nobody but Ana" */
const ELSE = /^(?:else|but|except|who|that|which|than|other|if|when|while|under|over|before|after|until)$/;

function firstOf(at: readonly number[], find: (place: number) => number | undefined): number | undefined {
  return at.map(find).find((found) => found !== undefined);
}
