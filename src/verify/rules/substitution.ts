import type { Compared } from './compare-cues.ts';
import { factFindings } from './compare-facts.ts';
import { nameFindings } from './compare-names.ts';
import { isCapital } from './names.ts';
import { readSurface, type SurfaceReading } from './reading.ts';
import type { Token } from './tokens.ts';

/** Least words beside the exchanged ones that claim and sentence share: fewer make no copy. */
const LEAST_SHARED = 3;
/** Similar sentences beyond this many are not looked at: keeps the work bounded on repetitive texts. */
const MOST_SENTENCES = 4;
/** Longest name or figure, in content words. */
const LONGEST_BLOCK = 4;
/** How far from the shared words the exchanged ones may stand where the sentence begins or ends with them. */
const EDGE = 6;
const SAME_MATTER = 0.6;
const TITLES = /^(?:mr|mrs|ms|dr|prof|sir|lady|lord|st|the)$/;

/**
 * Whether the claim copies a sentence of the source but for one name or figure, which the source may well hold
 * elsewhere: "Lava reached Hamnes" for "Lava reached Osk. The villagers were in Hamnes."
 */
export function isSubstituted({ claim, source, overlaps }: Compared): boolean {
  const near = [...overlaps].filter(([, share]) => share >= SAME_MATTER).slice(0, MOST_SENTENCES);
  const sides = near.map(([sentence]) => side(claim, source, sentence));
  return sides.includes('exchanged') && !sides.includes('copied');
}

function side(claim: SurfaceReading, source: SurfaceReading, sentence: number): 'copied' | 'exchanged' | undefined {
  const tokens = source.tokens.filter((token) => token.sentence === sentence);
  const keys = new Map(tokens.map((token, i) => [keyOf(token), i]));
  const own = claim.tokens.filter((token) => keyOf(token) !== '');
  const missing = own.flatMap((token, i) => (keys.has(keyOf(token)) ? [] : [i]));
  if (missing.length === 0) return 'copied';
  const [from, to] = [missing[0]!, missing.at(-1)!];
  if (to - from >= LONGEST_BLOCK || to - from + 1 !== missing.length || own.length - missing.length < LEAST_SHARED)
    return undefined;
  const before = from === 0 ? -1 : keys.get(keyOf(own[from - 1]!))!;
  const after = to === own.length - 1 ? tokens.length : keys.get(keyOf(own[to + 1]!))!;
  const gap = tokens.slice(Math.max(before + 1, after - EDGE), Math.min(after, before + 1 + EDGE));
  return isRival(own.slice(from, to + 1), gap) && differs(claim, tokens, source.text) ? 'exchanged' : undefined;
}

function keyOf(token: Token): string {
  if (TITLES.test(token.lower)) return '';
  return token.type === 'number' ? token.text : token.stem;
}

/** The gap holds something of the block's kind. */
function isRival(block: readonly Token[], gap: readonly Token[]): boolean {
  const isNumber = ({ type }: Token) => type === 'number';
  const isNamed = (token: Token) => isCapital(token) && keyOf(token) !== '';
  return (block.every(isNumber) && gap.some(isNumber)) || (block.every(isNamed) && gap.some(isNamed));
}

/** Other spellings of the same name or figure are no exchange. */
function differs(claim: SurfaceReading, tokens: readonly Token[], text: string): boolean {
  const sentence = readSurface(text.slice(tokens[0]!.start, tokens.at(-1)!.end));
  const findings = [...nameFindings(claim, sentence), ...factFindings(claim, sentence)];
  return findings.some(({ status }) => status !== 'match');
}
