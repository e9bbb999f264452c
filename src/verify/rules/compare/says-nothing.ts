import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

const ANSWERS = words(
  'yes yeah yep no nope not true false correct right wrong exactly indeed definitely certainly maybe perhaps possibly',
);

/** True of a claim that means nothing without the question before it: "Yes, it did.", "That is correct." */
export function saysNothing({ tokens }: SurfaceReading): boolean {
  return tokens.every(({ lower, lemma, type }) => type !== 'number' && (lemma === '' || ANSWERS.has(lower)));
}
