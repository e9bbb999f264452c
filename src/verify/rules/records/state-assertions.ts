import { partOfSpeech, range, sentenceWords } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import type { AssertingStates, Assertion } from './assertion.ts';
import type { IndexedField } from './record-index.ts';
import { denierOf, type Statement } from './statement.ts';
import { type NamedState, relationOfStates, statesIn } from './states.ts';

const SENT = /^(?:shipped|dispatched|sent|handed over)$/i;
/** Words of a value that names a state. */
const MAX_WORDS = 4;

const ownStates = oncePer(({ field: { kind, value } }: IndexedField): readonly NamedState[] => {
  const words = kind === 'text' && value.length < 60 ? sentenceWords(value) : [];
  return words.length > MAX_WORDS ? [] : statesIn(words, { isValue: true });
});

/** A statement that has a state of the same kind as a value: "succeeded" of "failed", "not delivered" of "shipped". */
export function stateAssertion(
  field: IndexedField,
  { statement, taken, named, states: said }: AssertingStates,
): Assertion | undefined {
  const own = ownStates(field).flatMap(({ states }) => states);
  if (own.length === 0) return undefined;
  const ofName = named.find((one) => one.field === field)?.at ?? [];
  for (const { from, to, states } of said) {
    const relation = relationOfStates(states, own);
    if (relation === undefined) continue;
    if (isAttribute(statement, to, taken)) continue;
    const denier = denierOf(statement, from, taken);
    const isNot = denier !== undefined;
    const covers = [...range(from, to), ...ofName];
    // A record of something sent may be older than its arrival.
    if (relation === 'later' && isNot && SENT.test(field.field.value))
      return { field, stance: 'open', covers, isUnknown: true, denier };
    const stance = (relation === 'same') === isNot ? 'against' : 'for';
    return { field, stance, covers, denier, isLoose: relation !== 'same' };
  }
  return undefined;
}

/** "Running shoes" are not running: a noun behind a state takes it, where it is not what the statement is about. */
function isAttribute({ words, clauses, mentions }: Statement, to: number, taken: ReadonlySet<number>): boolean {
  const next = words[to]?.text ?? '';
  const isHeld = taken.has(to) || mentions.some(({ from }) => from === to);
  return clauses[to] === clauses[to - 1] && !isHeld && partOfSpeech(next) === 'NOUN';
}
