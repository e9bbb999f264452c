import type { Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { NEGATORS, NO_NEGATION_BEFORE, SCOPE_ENDS, SECOND_WORDS } from '../lexicon/negators.ts';

/** True where the token at `at` negates: "not", "n't", "never", "no", "without", "failed", "refused". */
function isNegator(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type !== 'word') return false;
  const next = tokens[at + 1]?.lower ?? '';
  if (/n't$/.test(token.lower)) return true;
  if (!NEGATORS.has(token.lower)) return false;
  const second = SECOND_WORDS.get(token.lower);
  if (second !== undefined) return next === second;
  if (token.lower === 'no' && /^(?:[.-]|\d)/.test(tokens[at + 1]?.text ?? '')) return false;
  // "no longer" denies, "no longer than" bounds.
  if (next === 'longer') return tokens[at + 2]?.lower !== 'than';
  return !NO_NEGATION_BEFORE.has(next);
}

/** How many tokens a negation governs at most. */
const MAX_SCOPE = 10;

/** True when a negator precedes token `at` within its clause. */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - MAX_SCOPE); i--) {
    if (tokens[i]!.sentence !== tokens[at]!.sentence || SCOPE_ENDS.has(tokens[i]!.lower)) return false;
    if (isNegator(tokens, i)) return true;
  }
  return false;
}

/** The words a negation bears on: lemmas of the content words after it, the nearest first. */
export interface NegationCue {
  readonly at: number;
  readonly lemmas: readonly string[];
}

const MAX_SCOPE_WORDS = 4;

/** Negations and what they bear on, in order; those that are part of a bound ("does not exceed 8") negate nothing. */
export function negationsIn(tokens: readonly Token[], facts: readonly Fact[]): NegationCue[] {
  const cues: NegationCue[] = [];
  let fact = 0;
  for (let at = 0; at < tokens.length; at++) {
    while (fact < facts.length && facts[fact]!.to <= at) fact += 1;
    if (!isNegator(tokens, at) || (facts[fact]?.boundFrom ?? tokens.length) <= at) continue;
    const lemmas: string[] = [];
    for (let i = at + 1; i < Math.min(tokens.length, at + MAX_SCOPE) && lemmas.length < MAX_SCOPE_WORDS; i++) {
      if (tokens[i]!.sentence !== tokens[at]!.sentence || tokens[i]!.text === ',') break;
      if (tokens[i]!.lemma !== '') lemmas.push(tokens[i]!.lemma);
    }
    if (lemmas.length > 0) cues.push({ at, lemmas });
  }
  return cues;
}
