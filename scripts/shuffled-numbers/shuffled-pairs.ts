import { seededRandom } from '../../src/evaluation/bootstrap.ts';
import { groupBy } from '../../src/evaluation/labelled-rows.ts';

export interface ClaimAndSource {
  readonly claim: string;
  readonly source: string;
}

export interface ShuffledPair extends ClaimAndSource {
  readonly original: string;
}

export interface ShuffleOptions {
  readonly sources: number;
  readonly pairs: number;
  readonly seed: number;
}

/** A number that is no part of a name, a date, a time or a version, and no citation mark. */
const NUMBER =
  /(?<!\[)(?<![\p{L}\p{N}_])(?<![\p{L}\p{N}][-.:/])\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}_]|[-.:/][\p{L}\p{N}])/gu;
const YEAR = /^(?:19|20)\d\d$/;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const AFTER_MONTH = new RegExp(`\\b${MONTH}[a-z]*\\.? $`);
const BEFORE_MONTH = new RegExp(`^(?:\\.| of)? ${MONTH}`);
/** "more than 40": other numbers of a source make such a claim true without any calculation. */
const BOUND =
  /\b(?:above|after|almost|before|below|between|exceed(?:s|ed)?|least|most|nearly|over|than|to|under|within)\b\D{0,8}\d/i;
/** "34 years after", "aged 76" */
const SPAN = /\d years?\b|\baged? /i;
/** "78 minutes after 13:52" */
const PART_OF_DAY = /\d (?:minutes?|hours?)\b/i;
const CLOCK_TIME = /\b\d{1,2}:\d\d\b/g;
/** Rounds after which the pairs found so far are all there are. */
const ROUNDS = 200;

interface NumberedSource {
  readonly text: string;
  readonly claims: readonly string[];
  readonly numbers: readonly NumberAt[];
}

interface NumberAt {
  readonly text: string;
  readonly start: number;
}

/**
 * Pairs of a claim and its source in which every number is one of another place, of this source or another one, that is written alike.
 *
 * Years stay, because they name rows, columns and periods. No number of the claim is in its source, so a calculation that
 * gives it uses numbers that happen to fit. The sources and the numbers are the same for the same seed.
 *
 * @returns fewer than `pairs` where the claims with numbers do not give as many.
 */
export function shuffledPairs(rows: readonly ClaimAndSource[], options: ShuffleOptions): ShuffledPair[] {
  const random = seededRandom(options.seed);
  const sources = shuffled(numberedSources(rows), random).slice(0, options.sources);
  const pairs: ShuffledPair[] = [];
  for (let round = 0; round < ROUNDS && pairs.length < options.pairs; round += 1) {
    for (const [index, source] of exchangedNumbers(sources, random).entries()) {
      const { claims, text: original } = sources[index]!;
      const claim = claims[round % claims.length]!;
      if (!sharesNumber(claim, source)) pairs.push({ claim, source, original });
    }
  }
  return pairs.slice(0, options.pairs);
}

function numberedSources(rows: readonly ClaimAndSource[]): NumberedSource[] {
  const withNumbers = rows.filter(
    ({ claim, source }) =>
      numbersIn(claim).length > 0 &&
      !BOUND.test(claim) &&
      !isSpanOfYears(claim, source) &&
      !isBetweenTimes(claim, source),
  );
  return [...groupBy(withNumbers, ({ source }) => source)]
    .map(([text, some]) => ({ text, claims: some.map(({ claim }) => claim), numbers: numbersIn(text) }))
    .filter(({ numbers }) => numbers.length >= 2);
}

/** True if a number of the claim lies between two years of the source: years stay, so the claim stays true. */
function isSpanOfYears(claim: string, source: string): boolean {
  const years = [
    ...new Set([...source.matchAll(NUMBER)].map(([number]) => number).filter((number) => YEAR.test(number))),
  ];
  const spans = new Set(years.flatMap((one) => years.map((other) => Math.abs(Number(one) - Number(other)))));
  return SPAN.test(claim) && numbersIn(claim).some(({ text }) => spans.has(toValue(text)));
}

/** True if a claim says how long something took and the source has times of day, which stay too. */
function isBetweenTimes(claim: string, source: string): boolean {
  return PART_OF_DAY.test(claim) && [...source.matchAll(CLOCK_TIME)].length > 1;
}

function numbersIn(text: string): NumberAt[] {
  return [...text.matchAll(NUMBER)]
    .map(({ 0: number, index: start }) => ({ text: number, start }))
    .filter(({ text: number, start }) => {
      const end = start + number.length;
      const inDate =
        AFTER_MONTH.test(text.slice(Math.max(0, start - 12), start)) || BEFORE_MONTH.test(text.slice(end, end + 8));
      return !YEAR.test(number) && !inDate;
    });
}

/** The texts of the sources after the numbers that are written alike have changed places among all of them. */
function exchangedNumbers(sources: readonly NumberedSource[], random: () => number): string[] {
  const numbers = sources.flatMap((source) => source.numbers.map((number) => ({ source, number })));
  const replacement = new Map<NumberAt, string>();
  for (const alike of groupBy(numbers, ({ number }) => number.text.replace(/\d/g, '0')).values()) {
    const texts = shuffled(
      alike.map(({ number }) => number.text),
      random,
    );
    for (const [index, { number }] of alike.entries()) replacement.set(number, texts[index]!);
  }
  return sources.map(({ text, numbers: own }) => {
    let end = 0;
    const parts = own.map((number) => {
      const before = text.slice(end, number.start);
      end = number.start + number.text.length;
      return before + replacement.get(number)!;
    });
    return parts.join('') + text.slice(end);
  });
}

function sharesNumber(claim: string, source: string): boolean {
  const values = new Set(numbersIn(source).map(({ text }) => toValue(text)));
  return numbersIn(claim).some(({ text }) => values.has(toValue(text)));
}

function toValue(number: string): number {
  return Number(number.replaceAll(',', ''));
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
