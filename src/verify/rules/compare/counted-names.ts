import { partOfSpeech } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';

const JOINT = /, (?:and )?| and | & /;
const NAME = /^(?:the )?\p{Lu}\S*(?: \p{Lu}\S*){0,2}$/u;
const BEGINS = /^(?:the )?\p{Lu}/u;
const ENDS = /(?:^|\s)\p{Lu}\S*$/u;
/** More than the names is counted, or not all of them. */
const OF_MORE = /\b(?:others?|more|etc|both|each|or)\b/iu;
/** Not all are named: no number follows. */
const OF_SOME = /\b(?:includ\p{L}+|such as|like|e\.g|for (?:example|instance)|among)\b/iu;

/** True if a claim has another number of what a sentence names: "six cities" of "offices in Rome, Oslo, Bonn, Graz and Lyon". */
export function miscountsNames(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [count, more] = claim.facts.map(({ fact }) => fact);
  if (count?.kind !== 'number' || more !== undefined || count.bound !== 'exact' || count.low !== count.high)
    return false;
  if (claim.negations.length + sentence.negations.length + sentence.facts.length > 0) return false;
  const names = namesIn(sentence.text);
  if (names === 0 || OF_MORE.test(sentence.text)) return false;
  const isOther = OF_SOME.test(sentence.text) || names !== count.low;
  const said = claim.tokens.filter(({ lemma }, at) => lemma !== '' && (at < count.from || at > count.to));
  return isOther && said.length > 0 && said.every(({ lemma }) => sentence.positions.has(lemma));
}

/** The names of the only list of a sentence, "Rome, Oslo and Bonn", or 0. */
function namesIn(text: string): number {
  const [lead = '', ...more] = text.split(JOINT);
  // "However, Anna and Ben attended."
  const isAdverb = !['PROPN', 'NOUN', undefined].includes(partOfSpeech(lead.toLowerCase()));
  const parts = isAdverb ? more : [lead, ...more];
  const first = parts.findIndex((part, i) => ENDS.test(part) && NAME.test(parts[i + 1] ?? ''));
  if (first < 0) return 0;
  const rest = parts.slice(first + 1);
  const other = rest.findIndex((part) => !NAME.test(part));
  const last = other < 0 ? rest.length : BEGINS.test(rest[other]!) ? other + 1 : other;
  return rest.slice(last).some((part) => BEGINS.test(part)) ? 0 : last + 1;
}
