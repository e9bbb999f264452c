import { partOfSpeech, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { grouped } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { BLOCKING, COMPARATIVES } from '../lexicon/table-words.ts';
import type { SurfaceReading } from '../reading.ts';
import { numbersIn } from './asked-calculation.ts';
import { type SourceNumber, saysEarlier } from './source-numbers.ts';

const AMOUNTS = words('more fewer less');
const SIZES = words('higher lower larger smaller greater cheaper');
const MOVES = words('rose fell grew increased decreased declined dropped shrank climbed');
/** They fall in another sense. */
const WEATHER = words('rain snow hail');
/** "Per vehicle", "on average": the numbers of the source are of all. */
const OF_EACH = words('per each average mean every');
/** Units that a claim may compare values of: those of most numbers. */
const MOST_UNITS = 4;

/**
 * The differences that a claim without numbers states: "more subscriptions than copies" and "cargo rose" are differences of
 * more than 0, in each unit that the source has two numbers of.
 */
export function statedOrders(claim: SurfaceReading, numbers: readonly SourceNumber[]): Fact[] {
  const { tokens } = claim;
  if (numbersIn(claim).length > 0 || tokens.some(({ lower }) => OF_EACH.has(lower))) return [];
  const at = orderAt(tokens);
  if (at === undefined) return [];
  // "Last year more boys than girls came" and "plans more branches" are about no number of now.
  const before = tokens.slice(0, at.word);
  if (saysEarlier(before) || before.some(({ lower }) => BLOCKING.has(lower))) return [];
  const { start, end } = tokens[at.word]!;
  const ofUnit = grouped(
    numbers.map(({ fact }) => fact).filter(({ unit }) => !unit.includes('/')),
    ({ unit }) => [unit],
  );
  return [...ofUnit.values()]
    .filter((facts) => facts.length > 1)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_UNITS)
    .map(([fact]) => ({
      ...fact!,
      low: 0,
      high: Number.POSITIVE_INFINITY,
      bound: 'more_than',
      written: '',
      nouns: [],
      unit: fact!.unit === '%' ? 'pp' : fact!.unit,
      start,
      end,
      from: at.value,
      to: at.value,
      boundFrom: at.value,
    }));
}

/** The word that says what is more, and where its amount would be. */
function orderAt(tokens: readonly Token[]): { readonly word: number; readonly value: number } | undefined {
  const than = tokens.findIndex(({ lower }) => lower === 'than');
  const isOrder = ({ lower }: Token, at: number) =>
    SIZES.has(lower) || (AMOUNTS.has(lower) && (at + 1 === than || !isQuality(tokens[at + 1]!)));
  const word = tokens.findIndex((token, at) => at < than && isOrder(token, at));
  if (word >= 0) return { word, value: word };
  const move = tokens.findIndex(({ lower }) => MOVES.has(lower));
  const isCompared = tokens.some(({ lower }) => COMPARATIVES.has(lower));
  return move < 1 || isCompared || WEATHER.has(tokens[move - 1]!.lower) ? undefined : { word: move, value: move + 1 };
}

/** "More popular" is about no number. */
function isQuality({ lower }: Token): boolean {
  const part = partOfSpeech(lower);
  return part === 'ADJ' || part === 'ADV';
}
