import { MONTHS, type Token } from '../../../text/index.ts';
import { APPROXIMATORS } from '../lexicon/bound-phrases.ts';
import { LABELS } from '../lexicon/label-words.ts';
import { countsSomething } from './counted-nouns.ts';
import type { RawFact } from './raw-fact.ts';
import { readCurrency } from './units.ts';

function rawIdentifier(key: string, from: number, to: number): RawFact {
  return { kind: 'identifier', low: 0, high: 0, unit: key, from, to };
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
    LABELS.has(token.lower) && (gap === 1 || token.lower === 'no' || token.lower === 'fig' || token.lower === 'vol');
  const after = tokens[from + gap + 1];
  const counts = after !== undefined && (countsSomething(tokens, from + gap + 1) || /^[%°$€£–-]$/.test(after.text));
  const glued = after !== undefined && !after.spaced && after.type === 'word';
  const year = /^(?:1[5-9]|20)\d\d$/.test(number.text);
  // "Over 300 came", "Nearly 300 came": no name.
  const isNamed = /^\p{Lu}/u.test(token.text) && token.lemma !== '' && !APPROXIMATORS.has(token.lower);
  const name = gap === 1 && isNamed && !counts && !year;
  const scaled = /^(?:million|billion|thousand|percent|per)$/.test(after?.lower ?? '');
  if ((!labelled && !name) || glued || scaled || (labelled && counts && token.lower === 'number')) return undefined;
  return rawIdentifier(`${token.lower} ${number.text}`, from, from + gap + 1);
}
