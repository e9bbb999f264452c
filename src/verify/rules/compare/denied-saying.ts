import type { SurfaceReading } from '../reading.ts';

/** Texts as the subject of a claim. */
const TEXTS = new Set(
  'document source context text passage excerpt article report record file contract agreement policy manual letter study note'
    .split(' ')
    .flatMap((word) => [word, `${word}s`]),
);
/** Tokens from the text to the negation: "the document does not", "the documents did n't". */
const SUBJECT_REACH = 2;
const SAYING = new Set(
  'say state mention specify indicate note report describe discuss address explain reveal disclose tell clarify'.split(
    ' ',
  ),
);

/** A sentence with one of these may say that something is not said. */
const LEAVES_OUT =
  /\b(?:no|not|n't|never|neither|nor|none|nothing|nowhere|without|lacks?|only|omit(?:s|ted)?|fail(?:s|ed)?|silent|unclear|unknown|missing|open|undisclosed|unspecified|except)\b|n't\b/i;

/**
 * True if a claim says that a text does not say something, and the sentence that supports it most denies nothing: "The
 * document does not say when the contract ends." against "The contract ends in May." The models read both as one statement.
 */
export function deniesSaying(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [cue, ...more] = claim.negations;
  if (cue === undefined || more.length > 0 || LEAVES_OUT.test(sentence.text)) return false;
  const said = claim.tokens.slice(cue.at + 1).find(({ lower, lemma }) => lemma !== '' && !lower.endsWith('ly'));
  if (said === undefined || !(SAYING.has(said.lemma) || SAYING.has(said.lower))) return false;
  // In "in its report the company did not say" the text is not what is silent.
  return claim.tokens.slice(Math.max(0, cue.at - SUBJECT_REACH), cue.at).some(({ lower }) => TEXTS.has(lower));
}
