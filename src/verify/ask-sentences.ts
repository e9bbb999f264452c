import type { CrossEncoder, NliScores, ScoringTurn } from '../nli/types.ts';
import {
  MOST_HYPOTHESES,
  MOST_SENTENCE_PAIRS,
  type ReadClaim,
  type ReadTexts,
  readSource,
  type SourceSentence,
} from './read-texts.ts';
import type { VerifyInput } from './types.ts';

/** Every asserting hypothesis with every source sentence, at the network. */
export interface AskedSentences {
  readonly texts: ReadTexts;
  /** By hypothesis, then by sentence; none for hypotheses that assert nothing. */
  readonly scores: Promise<readonly (readonly NliScores[])[]>;
}

/** Pairs after which the network is given its first work: enough to keep it busy while the rest is read. */
const FIRST_PAIRS = 32;

/** Reads the source and asks about its sentences; the network begins with the first of them while the others are read. */
export async function askSentences(
  { source }: VerifyInput,
  claim: ReadClaim,
  { encoder, turn }: { readonly encoder: CrossEncoder; readonly turn: ScoringTurn },
): Promise<AskedSentences> {
  const asserting = claim.hypotheses.filter(({ asserts }) => asserts);
  const sentences: SourceSentence[] = [];
  const answers: Promise<readonly NliScores[]>[] = [];
  let asked = 0;
  const ask = () => {
    const unasked = sentences.slice(asked);
    asked = sentences.length;
    const pairs = unasked.flatMap(({ tokens: premise }) =>
      asserting.map(({ tokens: hypothesis }) => ({ premise, hypothesis })),
    );
    const answer = turn.score(pairs);
    // A rejection is met where the scores are awaited, which may be later than it comes.
    answer.catch(() => undefined);
    answers.push(answer);
  };
  for await (const sentence of readSource(source, claim, encoder)) {
    sentences.push(sentence);
    if (asked === 0 && sentences.length * asserting.length >= FIRST_PAIRS) ask();
  }
  ask();
  const scores = Promise.all(answers).then((runs) => byHypothesis(claim, runs.flat()));
  scores.catch(() => undefined);
  return { texts: { ...claim, sentences }, scores };
}

/** Scores that come sentence by sentence, each for all asserting hypotheses. */
function byHypothesis({ hypotheses }: ReadClaim, scores: readonly NliScores[]): NliScores[][] {
  const count = hypotheses.filter(({ asserts }) => asserts).length;
  let before = 0;
  return hypotheses.map(({ asserts }) => {
    if (!asserts) return [];
    const mine = before++;
    return scores.filter((_, i) => i % count === mine);
  });
}

/** Characters of a token in English, about; scripts without spaces take about one a token. */
const TOKEN_CHARACTERS = 5;
const WIDE = /[\u2e80-\uffdc]/g;
const SENTENCE_END = /[.!?…。！？\n]+/g;
const SPECIAL_TOKENS = 3;

/** About how many tokens the pairs of a request will have, told from its characters alone. */
export function expectedTokens({ claim, source }: VerifyInput): number {
  const spans = Math.min(endsIn(claim), MOST_HYPOTHESES);
  const sentences = Math.min(endsIn(source), Math.floor(MOST_SENTENCE_PAIRS / spans));
  return spans * tokensIn(source) + sentences * tokensIn(claim) + SPECIAL_TOKENS * spans * sentences;
}

function endsIn(text: string): number {
  return Math.max(1, text.match(SENTENCE_END)?.length ?? 0);
}

function tokensIn(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / TOKEN_CHARACTERS) + wide;
}
