import type { Compared } from './compare-cues.ts';
import { isCapital } from './names.ts';
import { indexBy, type SurfaceReading } from './reading.ts';
import { type SpeechFrame, speechFrame } from './speech.ts';
import type { Token } from './tokens.ts';

/** How the source stands to words it shares with a claim when it does not simply state them. */
export type Stance = SpeechFrame | 'unrealised' | 'expected' | 'past';

/** Share of the claim's content stems that one source sentence must hold. */
const SAME_MATTER = 0.8;
/** Similar sentences beyond this many are not looked at: keeps the work bounded on repetitive texts. */
const MOST_SENTENCES = 6;
/** And shared words beyond this many. */
const MOST_WORDS = 24;
/** How far before a word its cue may stand. */
const REACH = 40;
/** How far around a word a report is looked for. */
const REPORT_REACH = 80;

const UNREALISED =
  /\b(?:tr(?:y|ies|ied|ying)|attempt(?:s|ed|ing)?|fail(?:s|ed|ing)?|refus(?:es|ed|ing)?|declin(?:es|ed|ing)|hop(?:es?|ed|ing)|aim(?:s|ed|ing)?|want(?:s|ed)?|wish(?:es|ed)?|intend(?:s|ed)?|plan(?:s|ned|ning)?|expect(?:s|ed)?|threaten(?:s|ed)?|about|unable|due|set|scheduled|supposed|likely|unlikely) to (?:\w+ly )?$|\b(?:almost|nearly|narrowly missed|came close to) $/iu;
/** "Analysts expect the firm to close": what others think will come. */
const EXPECTED = /\b(?:expect|want|urge|forecast)(?:s|ed|ing)? (?:[\p{L}'’-]+ ){1,4}to (?:\w+ly )?$/iu;
const PAST =
  /\b(?:stopped|ceased|quit|former|formerly|once(?! (?:again|more)\b)|no longer|ex(?=-| )-?)(?: |(?<=-))(?:\w+ )?$|\bused to (?:\w+ ){0,3}$/iu;
/** What has ended is not told by a claim in the past tense. */
const ENDED = /\b(?:stopped|ceased|quit|no longer)\b/iu;
/** "Was its head until 2015." */
const OVER = /\b(?:was|were)\b[^.;]{0,200}?\b(?:until|till)\b/iu;
/** "Accused the mayor of taking", "charged with". */
const ACCUSED =
  /\b(?:accus(?:e|es|ed|ing)|suspect(?:s|ed)?|charg(?:e|es|ed|ing)) (?:[\p{L}'’-]+ ){0,5}(?:of|with) (?:[\p{L}-]+ )?$/iu;
/** Case counts: "may" is not May. */
const HEDGE = /\b(?:may|might|could|would|[Pp]ossibly|[Pp]erhaps|[Mm]aybe) (?:\w+ )?$/u;
const FUTURE = /\b(?:will|shall|going to) (?:\w+ly |be |become |(?:come|go|enter) into )?$|['’]ll $/u;
const HEDGE_WORDS = ['may', 'might', 'could', 'would', 'can', 'possibly', 'perhaps', 'maybe'];
const EXPECTED_WORDS = [
  'expect',
  'expects',
  'expected',
  'want',
  'wants',
  'urged',
  'forecast',
  'forecasts',
  ...HEDGE_WORDS,
];
const PAST_WORDS = ['was', 'were', 'had'];
const FUTURE_WORDS = ['will', 'shall', 'going', 'plans', 'planned', 'due', 'expected', 'set', 'scheduled', 'would'];
/** Reports that vouch for nothing. "Said", "found" and "according to" usually do in what people verify. */
const DOUBTFUL =
  /\b(?:claim(?:s|ed|ing)?|alleg\w+|accus\w+|rumou?r\w*|(?:critics|opponents) (?:say|said|argue|claim|contend|warn|insist)|argu(?:es|ed|ing)|insist\w*|boast\w*|promis(?:es|ed)|supposedly|purported\w*|(?:once|wrongly|widely|long) (?:thought|believed|assumed)|advert\w*|blog)\b/iu;

/**
 * The stance that all source sentences with the claim's words take to them; undefined when one of them simply states
 * them, or none resembles the claim. A cue that the claim has as well does not count.
 */
export function stanceOf(pair: Compared): Stance | undefined {
  const near = [...pair.overlaps].filter(([, share]) => share >= SAME_MATTER).slice(0, MOST_SENTENCES);
  let first: Stance | undefined;
  for (const [sentence] of near) {
    const stance = sentenceStance(pair, sentence);
    if (stance === undefined) return undefined;
    first ??= stance;
  }
  return first;
}

function sentenceStance({ claim, source }: Compared, sentence: number): Stance | undefined {
  const tokens = source.tokens.filter((token) => token.sentence === sentence);
  const text = source.text.slice(tokens[0]!.start, tokens.at(-1)!.end);
  if (isOver(claim, text)) return 'past';
  const own = new Map(claim.tokens.filter(({ stem }) => stem !== '').map((token) => [token.stem, token]));
  const shared = tokens.filter(({ stem }) => own.has(stem)).slice(0, MOST_WORDS);
  const end = shared.at(-1)?.end ?? 0;
  for (const [stem, places] of indexBy(shared, (token) => token.stem)) {
    // A word that the sentence also has plainly is stated, unless of somebody else: "after Oslo banned cars".
    const owned = places.filter((at) => !isOfAnother(claim, tokens, tokens.indexOf(shared[at]!)));
    const stances = (owned.length > 0 ? owned : places).map((at) => stanceAt(source.text, shared[at]!, end));
    const stance = stances.includes(undefined) ? undefined : stances[0];
    if (stance === undefined || (isShared(claim, stance) && !(stance === 'past' && ENDED.test(text)))) continue;
    if (stance !== stanceAt(claim.text, own.get(stem)!, claim.text.length)) return stance;
  }
  return undefined;
}

/** A name that the claim does not have stands beside the word. */
function isOfAnother(claim: SurfaceReading, tokens: readonly Token[], at: number): boolean {
  return [tokens[at - 1], tokens[at + 1]].some(
    (beside) => beside !== undefined && beside !== tokens[0] && isCapital(beside) && !claim.words.has(beside.lower),
  );
}

/** The claim says "is" of what the source says was so until some time. */
function isOver({ words }: SurfaceReading, sentence: string): boolean {
  const isNow = ['is', 'are'].some((word) => words.has(word));
  if (!isNow || ['was', 'were', 'until', 'till'].some((word) => words.has(word))) return false;
  return OVER.test(sentence);
}

const SHARED_BY: Readonly<Partial<Record<Stance, readonly string[]>>> = {
  hypothetical: HEDGE_WORDS,
  unrealised: FUTURE_WORDS,
  expected: EXPECTED_WORDS,
  past: PAST_WORDS,
};

/** The claim hedges, or speaks of what was or is to come, in words of its own. */
function isShared(claim: SurfaceReading, stance: Stance): boolean {
  if (stance === 'hypothetical' && claim.hedges.length > 0) return true;
  return SHARED_BY[stance]?.some((word) => claim.words.has(word)) ?? false;
}

function stanceAt(text: string, { start, end }: Token, last: number): Stance | undefined {
  const before = text.slice(Math.max(0, start - REACH), start).replace(/\s+/g, ' ');
  if (UNREALISED.test(before) || FUTURE.test(before)) return 'unrealised';
  if (EXPECTED.test(before)) return 'expected';
  if (HEDGE.test(before)) return 'hypothetical';
  if (PAST.test(before)) return 'past';
  if (ACCUSED.test(before)) return 'reported';
  const frame = speechFrame(text, start, Math.max(last, end));
  const around = text.slice(Math.max(0, start - REPORT_REACH), start + REPORT_REACH);
  return frame === 'reported' && !DOUBTFUL.test(around) ? undefined : frame;
}
