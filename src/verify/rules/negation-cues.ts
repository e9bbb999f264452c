import { isNegator, NEGATION_SCOPE } from './polarity.ts';
import type { Token } from './tokens.ts';

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
