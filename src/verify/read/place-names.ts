import type { SurfaceReading } from '../rules/index.ts';
import { placeOfName } from '../rules/lexicon/place-names.ts';
import type { Placed } from './limits.ts';

/** Places of a claim in the name that a source has for them: the models take Bombay for another city than Mumbai. */
export function placesIn(claim: SurfaceReading, source: SurfaceReading): readonly Placed[] {
  return claim.tokens.flatMap(({ lower, text: own, start: at }) => {
    const place = isCapital(own) && !source.words.has(lower) ? placeOfName(lower) : undefined;
    const same = place && source.tokens.find((other) => isCapital(other.text) && placeOfName(other.lower) === place);
    return same ? [{ at, own, written: same.text }] : [];
  });
}

/** True if a claim names a place that has another name. */
export function hasPlace({ tokens }: SurfaceReading): boolean {
  return tokens.some(({ lower, text }) => isCapital(text) && placeOfName(lower) !== undefined);
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}
