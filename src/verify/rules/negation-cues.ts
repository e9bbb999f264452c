import { isNegator, NEGATION_SCOPE } from './polarity.ts';
import type { Token } from './tokens.ts';

/** The words a negation bears on: content stems behind it, the nearest first. */
export interface NegationCue {
  readonly at: number;
  readonly stems: readonly string[];
}

const SCOPE_STEMS = 4;

/** Negations and what they bear on, in order. */
export function negationCues(tokens: readonly Token[]): NegationCue[] {
  const cues: NegationCue[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!isNegator(tokens, at)) continue;
    const stems: string[] = [];
    for (let i = at + 1; i < Math.min(tokens.length, at + NEGATION_SCOPE) && stems.length < SCOPE_STEMS; i++) {
      if (tokens[i]!.sentence !== tokens[at]!.sentence || tokens[i]!.text === ',') break;
      if (tokens[i]!.stem !== '') stems.push(tokens[i]!.stem);
    }
    if (stems.length > 0) cues.push({ at, stems });
  }
  return cues;
}
