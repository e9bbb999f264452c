import { oncePer } from '../keyed.ts';
import type { SurfaceReading } from '../reading.ts';

/** A thing that a price does not include: "plus 180 euros for heating", "parking costs extra". */
interface Extra {
  readonly lemmas: ReadonlySet<string>;
  /** The words of a sentence about it: "costs extra"; undefined for "plus". */
  readonly words: string | undefined;
}

/** A claim that something is included, or that it is not. */
interface Inclusion {
  readonly lemmas: ReadonlySet<string>;
  readonly isDenied: boolean;
  /** The words that include or exclude, and their place in the claim. */
  readonly words: string;
  readonly at: number;
}

/** "The rent is 900 euros plus 180 euros for heating"; "entry plus 2 drinks" and a prize of "500 euros plus a trip" include both. */
const PLUS =
  /(?<=\b(?:costs?|prices?|rents?|rates?|fares?|tickets?|pays?|charged?)\b[^.;!?]{0,40}\d[^;!?]{0,40})\bplus (?=(?:[^.,;!?]|[.,]\d){0,40}?(?:\p{Sc}|%|\b(?:euros?|dollars?|pounds|fees?|charges?|surcharges?|tax|VAT)\b))(?![^;!?]{0,80}\btotal\b)(?<thing>[^;!?]{1,80})/giu;
const SEPARATE =
  /(?:^|[.;!?,:]|\b(?:and|but|while|whereas) )(?<thing>[^.;!?,:]{1,60}?) (?<words>(?:costs?|is|are) extra|(?:is|are|must be|can be|has to be|have to be) (?:sold|charged|billed|paid|payable|ordered|available|bought|invoiced) separately)\b/giu;
const IS_INCLUDED = /^(?<thing>[^.;!?,]{2,60}?) (?<words>(?:is|are)(?:n['’]t| not)? included)\b/iu;
const INCLUDES =
  /\b(?<words>(?:(?:do|does)(?:n['’]t| not) |not )?includ(?:es?|ing)|without|excludes?|excluding|(?:in|ex)clusive of) (?<thing>[^.;!?,]{2,60})/iu;
const DENIES = /n['’]t|not|exclu|without/i;

/** Things that are to be paid in addition to a price of a text. */
const extrasOf = oncePer((reading: SurfaceReading): readonly Extra[] =>
  [PLUS, SEPARATE].flatMap((pattern) =>
    [...reading.text.matchAll(pattern)].map((found) => ({
      lemmas: lemmasOf(reading, found),
      words: found.groups!['words'],
    })),
  ),
);

/** The thing that a claim says is included, or is not. */
export const inclusionOf = oncePer((claim: SurfaceReading): Inclusion | undefined => {
  const found = IS_INCLUDED.exec(claim.text) ?? INCLUDES.exec(claim.text);
  if (found === null) return undefined;
  const lemmas = lemmasOf(claim, found);
  const { words = '' } = found.groups!;
  const at = found.index + found[0].indexOf(words);
  return lemmas.size === 0 ? undefined : { lemmas, isDenied: DENIES.test(words), words, at };
});

/** The extra of a text that a claim is about: "a second car costs extra" is about no other car. */
export function extraIn({ lemmas }: Inclusion, reading: SurfaceReading): Extra | undefined {
  return extrasOf(reading).find(
    (extra) =>
      [...lemmas].every((lemma) => extra.lemmas.has(lemma)) &&
      (extra.words === undefined || extra.lemmas.size === lemmas.size),
  );
}

/** True if a claim says that a price includes for what a sentence adds to it: "including heating" of "plus 180 euros for heating". */
export function includesExtra(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const inclusion = claim.negations.length > 0 ? undefined : inclusionOf(claim);
  return inclusion !== undefined && !inclusion.isDenied && extraIn(inclusion, sentence) !== undefined;
}

/** The content words of the thing of a match. */
function lemmasOf({ tokens }: SurfaceReading, { index, 0: all, groups }: RegExpExecArray): ReadonlySet<string> {
  const from = index + all.lastIndexOf(groups!['thing']!);
  const to = from + groups!['thing']!.length;
  const within = tokens.filter(({ lemma, start, end }) => lemma !== '' && from <= start && end <= to);
  return new Set(within.map(({ lemma }) => lemma));
}
