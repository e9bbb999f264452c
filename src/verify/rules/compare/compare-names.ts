import { isFunctionWord, type Token } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';
import type { Name, NameFinding } from '../types.ts';
import { agrees } from './same-names.ts';

/** A claim with more names than this is no sentence; the bound keeps the work small on any input. */
const MAX_COMPARED = 64;

/** Every part occurs among the words of the source, in whatever case; "WHO" is not "who". */
function isMentioned(claim: Name, source: SurfaceReading): boolean {
  if (isFunctionWord(claim.parts[0]!)) return source.names.some((name) => name.parts.includes(claim.parts[0]!));
  return claim.parts.every((part) => source.words.has(part));
}

/** The nearest lower-case content words on either side and the function word that ties the name to the left one. */
interface Slot {
  readonly left: string;
  readonly tie: string;
  readonly right: string;
}

const TIE = /^(?:by|in|at|from|of|for|with|to|as|on|is|was|are|were)$/;

function nextLemma(tokens: readonly Token[], at: number, direction: 1 | -1): string {
  for (let i = at, seen = 0; seen < 4; i += direction, seen++) {
    const token = tokens[i];
    if (token === undefined || /^[.;:()\n]$/.test(token.text)) return '';
    if (token.lemma !== '' && /^\p{Ll}/u.test(token.text)) return token.lemma;
    if (token.lemma !== '') return '';
  }
  return '';
}

function slotOf(tokens: readonly Token[], name: Name): Slot {
  const before = tokens[name.from - 1]?.lower ?? '';
  const article = /^(?:the|an?)$/.test(before);
  const tie = (article ? tokens[name.from - 2]?.lower : before) ?? '';
  return {
    left: nextLemma(tokens, name.from - 1, -1),
    tie: TIE.test(tie) ? tie : '',
    right: nextLemma(tokens, name.to, 1),
  };
}

/** "directed by X" against "directed by Y": the same word and the same tie on the left. */
function sameSlot(a: Slot, b: Slot): boolean {
  return a.left !== '' && a.left === b.left && a.tie !== '' && a.tie === b.tie;
}

/** "American" in "on the American series Homeland" only describes what fills the slot. */
function isModifier(tokens: readonly Token[], name: Name): boolean {
  const next = tokens[name.to];
  return next !== undefined && next.lemma !== '' && /^\p{Ll}/u.test(next.text);
}

function rivalOf(claim: { name: Name; reading: SurfaceReading }, source: SurfaceReading): Name | undefined {
  const slot = slotOf(claim.reading.tokens, claim.name);
  if (slot.left === '' && slot.right === '') return undefined;
  return source.names.find((name) => {
    if (name.weak || name.parts.some((part) => claim.reading.words.has(part))) return false;
    if (isModifier(source.tokens, name) && !isModifier(claim.reading.tokens, claim.name)) return false;
    return sameSlot(slot, slotOf(source.tokens, name));
  });
}

function findingFor(claim: SurfaceReading, name: Name, source: SurfaceReading): NameFinding | undefined {
  const partner = source.names.find((other) => agrees(name, other));
  if (isMentioned(name, source)) {
    const same = source.names.find((other) => name.parts.every((part) => other.parts.includes(part)));
    return same === undefined ? { claim: name, status: 'match' } : { claim: name, source: same, status: 'match' };
  }
  if (partner !== undefined) return { claim: name, source: partner, status: 'match' };
  if (name.weak) return undefined;
  const rival = rivalOf({ name, reading: claim }, source);
  return rival === undefined ? { claim: name, status: 'absent' } : { claim: name, source: rival, status: 'conflict' };
}

/** One finding per name of the claim, in its order; a word that may be no name is left out unless found. */
export function nameFindings(claim: SurfaceReading, source: SurfaceReading): NameFinding[] {
  return claim.names
    .slice(0, MAX_COMPARED)
    .map((name) => findingFor(claim, name, source))
    .filter((finding) => finding !== undefined);
}
