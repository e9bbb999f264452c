import type { Token } from '../../../text/index.ts';
import { words } from '../lexicon/words.ts';

const NEGATORS = words(`not never no none nobody nothing nowhere neither nor without cannot cant hardly scarcely barely
  denied denies deny denying refused refuses refuse refusing declined failed fails fail failing lacks lacked lack lacking
  prevented prevents prevent avoided avoids avoid incapable unable unlikely absent absence rejected rejects reject ruled`);
/** Of the negators above, those that need a second word before they deny anything. */
const OPENERS = words('declined ruled');
const HEDGING_AFTER =
  /^(?:more|less|fewer|later|earlier|greater|only|just|until|exceeding|least|even|quite|necessarily|longer)$/;

/** True where the token at `at` negates: "not", "n't", "never", "no", "without", "failed", "refused". */
export function isNegator(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]!;
  if (token.type !== 'word') return false;
  const next = tokens[at + 1]?.lower ?? '';
  if (/n't$/.test(token.lower)) return true;
  if (!NEGATORS.has(token.lower)) return false;
  if (OPENERS.has(token.lower)) return next === (token.lower === 'ruled' ? 'out' : 'to');
  if (token.lower === 'no' && /^(?:[.-]|\d)/.test(tokens[at + 1]?.text ?? '')) return false;
  return !HEDGING_AFTER.test(next);
}

/** How many tokens a negation governs at most. */
export const NEGATION_SCOPE = 10;
const CLAUSE_END = /^(?:[,;:()—–]|but|although|though|however|while|whereas|because|and)$/;

/** True when a negator stands before token `at` within its clause. */
export function isNegated(tokens: readonly Token[], at: number): boolean {
  for (let i = at - 1; i >= Math.max(0, at - NEGATION_SCOPE); i--) {
    if (tokens[i]!.sentence !== tokens[at]!.sentence || CLAUSE_END.test(tokens[i]!.lower)) return false;
    if (isNegator(tokens, i)) return true;
  }
  return false;
}

/** The words a negation bears on: lemmas of the content words behind it, the nearest first. */
export interface NegationCue {
  readonly at: number;
  readonly lemmas: readonly string[];
}

const SCOPE_WORDS = 4;

/** Negations and what they bear on, in order. */
export function negationCues(tokens: readonly Token[]): NegationCue[] {
  const cues: NegationCue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isNegator(tokens, at)) continue;
    const lemmas: string[] = [];
    for (let i = at + 1; i < Math.min(tokens.length, at + NEGATION_SCOPE) && lemmas.length < SCOPE_WORDS; i++) {
      if (tokens[i]!.sentence !== tokens[at]!.sentence || tokens[i]!.text === ',') break;
      if (tokens[i]!.lemma !== '') lemmas.push(tokens[i]!.lemma);
    }
    if (lemmas.length > 0) cues.push({ at, lemmas });
  }
  return cues;
}
