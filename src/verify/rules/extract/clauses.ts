import { STEP, type Steps, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { CLAUSE_WORDS, PHRASE_OPENERS } from '../lexicon/qualifier-words.ts';

const DIVIDER = /^[;:()—–\n]$/;

/**
 * The clause of every token, numbered from 0: what is said of one thing ends at a semicolon, a bracket, "while", and at
 * a comma unless only a phrase stands before it ("In 2014, the firm ..."). Linear in the number of tokens.
 */
export function* clauseSteps(tokens: readonly Token[], facts: readonly Fact[]): Steps<Int32Array> {
  const clauses = new Int32Array(tokens.length);
  let clause = 0;
  let start = 0;
  let nextFact = 0;
  let counts = false;
  for (let at = 0; at < tokens.length; at++) {
    if (at % STEP === 0) yield;
    while (nextFact < facts.length && facts[nextFact]!.to <= at) nextFact += 1;
    const fact = facts[nextFact];
    const insideFact = fact !== undefined && fact.from < at && at < fact.to;
    const isNew = tokens[at]!.sentence !== tokens[at - 1]?.sentence && at > 0;
    if (isNew || (!insideFact && at > start && divides(tokens, at, { start, counts }))) {
      clause += 1;
      start = at;
      counts = false;
    }
    counts ||= fact !== undefined && fact.from === at;
    clauses[at] = clause;
  }
  return clauses;
}

interface Open {
  /** First token of the clause so far. */
  readonly start: number;
  /** It holds a number or date. */
  readonly counts: boolean;
}

function divides(tokens: readonly Token[], at: number, { start, counts }: Open): boolean {
  const { text, lower } = tokens[at]!;
  if (DIVIDER.test(text) || CLAUSE_WORDS.has(lower)) return true;
  if (text === ',') return !PHRASE_OPENERS.has(firstWord(tokens, start, at));
  // "60 in Ghent and Lyon has 15"
  return lower === 'and' && counts && /^\p{Lu}/u.test(tokens[at + 1]?.text ?? '');
}

function firstWord(tokens: readonly Token[], start: number, end: number): string {
  for (let at = start; at < Math.min(end, start + 2); at++) if (tokens[at]!.type === 'word') return tokens[at]!.lower;
  return '';
}
