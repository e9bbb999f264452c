import type { Token } from '../../../text/index.ts';
import { ALL, EXCEPTIONS, ONLY, SOME } from '../lexicon/exceptions.ts';
import type { SurfaceReading } from '../reading.ts';

/**
 * Whether one of two texts, of which one copies the other, takes something out that the other leaves in: an exception or
 * a condition ("except", "unless"), "only", or "all" in place of "some". What is said elsewhere in a longer sentence counts
 * for nothing: the word must stand beside one that both hold.
 */
export function exceptionDiffers(claim: SurfaceReading, source: SurfaceReading): boolean {
  return lacksLimit(claim, source) || lacksLimit(source, claim) || exchangesQuantity(claim, source);
}

/** The other text limits words that this one has without a limit. */
function lacksLimit(one: SurfaceReading, other: SurfaceReading): boolean {
  const hasException = hasAny(one, EXCEPTIONS);
  const hasOnly = hasAny(one, ONLY);
  if (hasException && hasOnly) return false;
  return other.tokens.some(({ lower }, at) => {
    if (EXCEPTIONS.has(lower)) return !hasException && standsBesideShared(other.tokens, at, one);
    return ONLY.has(lower) && !hasOnly && !hasException && isShared(nextContent(other.tokens, at, 1), one);
  });
}

/** The words right before an exception are its matter; one that opens the sentence bears on all of it. */
function standsBesideShared(tokens: readonly Token[], at: number, other: SurfaceReading): boolean {
  const before = nextContent(tokens, at, -1);
  return before === undefined || isShared(before, other);
}

function exchangesQuantity(claim: SurfaceReading, source: SurfaceReading): boolean {
  return claim.tokens.some(({ lower }, at) => {
    const opposite = ALL.has(lower) ? SOME : SOME.has(lower) ? ALL : undefined;
    const counted = opposite && nextContent(claim.tokens, at, 1);
    if (opposite === undefined || counted === undefined) return false;
    return (source.positions.get(counted.lemma) ?? []).some((place) => {
      const found = quantityBefore(source.tokens, place);
      return found !== undefined && opposite.has(found);
    });
  });
}

/** A word that limits a statement, or says of how many it holds. */
export function isLimiting({ lower }: Token): boolean {
  return [EXCEPTIONS, ONLY, ALL, SOME].some((list) => list.has(lower));
}

/** How far before a noun its "all" or "some" may stand. */
const QUANTITY_REACH = 4;

function quantityBefore(tokens: readonly Token[], place: number): string | undefined {
  for (let at = place - 1; at >= Math.max(0, place - QUANTITY_REACH); at--) {
    const { lower } = tokens[at]!;
    if (ALL.has(lower) || SOME.has(lower)) return lower;
  }
  return undefined;
}

function hasAny({ words }: SurfaceReading, list: ReadonlySet<string>): boolean {
  return [...list].some((word) => words.has(word));
}

function isShared(token: Token | undefined, { words, positions }: SurfaceReading): boolean {
  return token !== undefined && (positions.has(token.lemma) || words.has(token.lower));
}

/** How many words may stand between: "only the three northern rooms". */
const REACH = 5;

/** The nearest content word or number of the same sentence, in one direction. */
function nextContent(tokens: readonly Token[], from: number, step: 1 | -1): Token | undefined {
  for (let at = from + step; Math.abs(at - from) <= REACH; at += step) {
    const token = tokens[at];
    if (token === undefined || token.sentence !== tokens[from]!.sentence) return undefined;
    if (token.lemma !== '' || token.type === 'number') return token;
  }
  return undefined;
}
