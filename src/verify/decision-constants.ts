/**
 * The numbers that decide verdicts next to the weights and thresholds of the calibration, in the order of the work. Changing
 * one changes verdicts: refit (scripts/refit) and compare the figures. models/claim-nli/CALIBRATION.md has the measurements
 * behind most of them. Measures of likeness between words or values stay with their rule in `rules/`.
 */

// Score: which premises the verdict model reads.

/** Documents that the verdict model reads for one claim span at most: the best one costs three pairs, each other one a single pair. */
export const MOST_DOCUMENTS = 3;
/**
 * Sentences that the evidence model ranks for one claim span at most, those with most of its words: 24, 40 and 100 were as
 * accurate, also among 200 sources, and 12 were not (CALIBRATION.md).
 */
export const CANDIDATES = 16;
/** Tokens of a passage at most, without the claim and the separators: 300 were as accurate and 150 less (CALIBRATION.md). */
export const PASSAGE_TOKENS = 200;
/**
 * Single sentences of the best document, the best-ranked: three, one of them the most likely contradiction, and six were as
 * accurate. A second one of the other documents changed no verdict of 220 sentences of answers.
 */
export const SENTENCES = 2;
/**
 * Share of sentences without a content word of another one up to which a text is about one thing, as 99 % of everyday texts are, and
 * not a collection of unrelated sentences.
 */
export const MOST_UNRELATED = 0.55;
/** So many sentences without such a word do not tell yet. */
export const FEW_UNRELATED = 3;
/** Sentences about something else that a passage may cross to reach one that belongs to it: more would change what the model reads. */
export const MOST_CROSSED = 1;
/** Weight of a probability of contradiction against one of entailment: what decides a claim is as often what denies it. */
export const CONTRADICTION = 0.5;
/** Weight of the words in common against a probability: a sentence about the same ranks before one that the model alone prefers. */
export const WORDS_IN_COMMON = 2;

// Examine: features and the sentences to show.

/** Counts of facts and names beyond this many add no information. */
export const MAX_COUNTED = 3;
/** Least probability at which a sentence alone gives a verdict: more likely than not. */
export const CARRIES = 0.5;
/** Sentences with fewer of the span's words in common are no copies of it: spares reading them. */
export const WORTH_READING = 0.4;
/** From this probability on, a contradiction by the model is kept where a list does not name what the claim denies. */
export const SURE_CONTRADICTION = 0.9;

// Decide: the verdict of a span and of the claim.

/** Probability of a verdict that follows from values of a table. */
export const BY_VALUES = 0.9;
/** Share of the support's words that a contradiction needs: with fewer it is about a sibling of the subject. */
export const ABOUT_THE_SAME = 0.6;
/** Share of a probability of entailment that remains where a promise rules it out: the rules are seldom wrong. */
export const RULED_OUT = 0.1;
/** A promise caps a probability to between these shares of its threshold, so that the order of spans is kept. */
export const CAPPED = { from: 0.7, to: 0.99 } as const;
/** Most probability of entailment where no calculation proves it, and least where values do but for a verb: more likely than not, with too little confidence to pass. */
export const EVEN = 0.5;
/** Least probability of an exact match, of 24 of 25 measured ones right: the model alone is often unsure of long copies. */
export const MIN_EXACT = 0.97;
/** Confidence of UNCERTAIN for a claim that states no fact, which is certain but for mistakes in cutting it. */
export const NOTHING_STATED = 0.95;
