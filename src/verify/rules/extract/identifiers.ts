import type { Token } from '../../../text/tokens.ts';
import { slotKey } from '../lexicon/synonyms.ts';
import { MONTHS, words } from '../lexicon/words.ts';
import { isNamePart, readNumber } from './numbers.ts';
import type { RawFact } from './raw-fact.ts';
import { readCurrency } from './units.ts';

const LABELS =
  /^(?:section|chapter|article|page|pages|figure|fig|table|act|type|grade|level|class|route|highway|interstate|flight|vol|part|step|room|rule|item|version|stage|group|appendix|paragraph|clause|question|line|channel|psalm|verse|size|no|nos|number|series|category|tier|gate|pier|platform|block|district|ward|apollo|boeing|airbus)$/;

function rawIdentifier(key: string, from: number, to: number): RawFact {
  return { kind: 'identifier', low: 0, high: 0, unit: key, statedUnit: '', step: 0, roundStep: 0, from, to };
}

const NAME_EXCLUDED =
  /^(?:the|in|on|at|by|of|about|over|under|before|after|since|until|from|to|around|between|nearly|almost|approximately|roughly|more|less|fewer|some|only|just|all|another|other|these|those|its|their|his|her|and|or|but|with|for|as|than|least|most|up|there|a|an)$/;

/** "Uzbekistan 4 deaths" counts; "Fallout 76 received reviews" does not: a plural comes at once or after modifiers. */
function countsSomething(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i < at + 3; i++) {
    const token = tokens[i];
    if (token === undefined || token.lemma === '' || !/^\p{Ll}/u.test(token.text)) return false;
    if (/[^sui]s$|^(?:people|men|women|children|percent|million|billion|thousand)$/.test(token.lower)) return true;
    if (/(?:ed|was|had)$/.test(token.lower)) return false;
  }
  return false;
}

/** Labels whose numbers run in order, so that another number is another thing: "season one" is the first season. */
export const SERIAL = words('season episode phase round volume week');

/** "season 7" and "season one", read like "the seventh season". */
export function readSerial(tokens: readonly Token[], from: number): RawFact | undefined {
  const token = tokens[from]!;
  if (token.type !== 'word' || !SERIAL.has(token.lower) || isNamePart(tokens, from)) return undefined;
  const number = readNumber(tokens, from + 1);
  if (number === undefined || !Number.isInteger(number.value) || number.scale !== 1 || number.vague) return undefined;
  const { value, to } = number;
  const shape = { low: value, high: value, step: 1, roundStep: 1, from, to };
  return { kind: 'ordinal', unit: 'ordinal', statedUnit: '', ...shape, nouns: [slotKey(token.lemma)] };
}

/** "COVID-19", "Section 5", "No. 5", "Apollo 11", "World War 2": numbers that name and do not count. */
export function readIdentifier(tokens: readonly Token[], from: number): RawFact | undefined {
  const token = tokens[from]!;
  if (token.type === 'identifier') return rawIdentifier(token.lower, from, from + 1);
  if (token.type !== 'word' || readCurrency(tokens, from) !== undefined) return undefined;
  const gap = tokens[from + 1]?.text === '.' ? 2 : 1;
  const number = tokens[from + gap];
  if (number?.type !== 'number' || !/^\d{1,4}$/.test(number.text) || MONTHS.has(token.lower)) return undefined;
  const labelled =
    LABELS.test(token.lower) && (gap === 1 || token.lower === 'no' || token.lower === 'fig' || token.lower === 'vol');
  const after = tokens[from + gap + 1];
  const counts = after !== undefined && (countsSomething(tokens, from + gap + 1) || /^[%°$€£–-]$/.test(after.text));
  const glued = after !== undefined && !after.spaced && after.type === 'word';
  const year = /^(?:1[5-9]|20)\d\d$/.test(number.text);
  const name =
    gap === 1 &&
    /^\p{Lu}/u.test(token.text) &&
    !NAME_EXCLUDED.test(token.lower) &&
    !counts &&
    !year &&
    token.lemma !== '';
  const scaled = /^(?:million|billion|thousand|percent|per)$/.test(after?.lower ?? '');
  if ((!labelled && !name) || glued || scaled || (labelled && counts && token.lower === 'number')) return undefined;
  return rawIdentifier(`${token.lower} ${number.text}`, from, from + gap + 1);
}
