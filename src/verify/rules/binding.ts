import type { Compared } from './compare-cues.ts';
import type { SurfaceReading } from './reading.ts';
import type { Token } from './tokens.ts';
import type { Name } from './types.ts';

/** Joints of a sentence behind which another subject comes; behind "and" only numbers are told apart. */
const JOINTS: ReadonlySet<string> = new Set([';', 'while', 'whereas']);
const WEAK_JOINTS: ReadonlySet<string> = new Set(['and', 'but']);
const CELL = '|';
/** Words that carry a subject over from before. */
const CARRIES = /^(?:its?|he|she|they|his|her|their|who|which|that|this|these|whose|where)$/;
/** Share of the claim's content stems that the source must hold. */
const SAME_MATTER = 0.85;
/** A word in more places than this is bound to nothing. */
const MOST_PLACES = 3;
const MOST_NAMES = 4;

/** A clause or a table row, as a range of tokens. */
interface Unit {
  readonly from: number;
  readonly to: number;
  readonly sentence: number;
  readonly row: boolean;
  /** Begins behind "and" or "but". */
  readonly weak: boolean;
}

interface Scene {
  readonly claim: SurfaceReading;
  readonly source: SurfaceReading;
  readonly units: readonly Unit[];
  readonly header: Unit | undefined;
  /** Parts of the claim's names. */
  readonly own: ReadonlySet<string>;
}

/**
 * Whether the claim gives a name what the source gives to another in the next clause of the sentence or another row of
 * the table: "the Pixel costs 900" for "the iPhone costs 900 and the Pixel costs 700".
 */
export function belongsToAnother({ claim, source }: Compared): boolean {
  if (claim.names.length === 0) return false;
  const stems = [...claim.positions.keys()];
  if (stems.filter((stem) => source.positions.has(stem)).length < SAME_MATTER * stems.length) return false;
  const units = unitsOf(source.tokens);
  const own = new Set(claim.names.flatMap(({ parts }) => parts));
  const scene: Scene = { claim, source, units, header: units.find(({ row }) => row), own };
  return claim.names.slice(0, MOST_NAMES).some((name) => isMisplaced(scene, name));
}

function unitsOf(tokens: readonly Token[]): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    const row = tokens[from]!.text === CELL;
    const joint = next !== undefined && !row && (JOINTS.has(next.lower) || WEAK_JOINTS.has(next.lower));
    if (!joint && next?.sentence === token.sentence && token.type !== 'break') return;
    units.push({ from, to: i + 1, sentence: token.sentence, row, weak: WEAK_JOINTS.has(tokens[from]!.lower) });
    from = i + 1;
  });
  return units;
}

function isMisplaced(scene: Scene, name: Name): boolean {
  const mentions = name.parts.flatMap((part) => scene.source.words.get(part) ?? []);
  const homes = scene.units.filter(
    (unit) => unit !== scene.header && mentions.some((at) => at >= unit.from && at < unit.to),
  );
  if (homes.length === 0) return false;
  return scene.claim.tokens.some((word) => {
    if (word.start >= name.start && word.end <= name.end) return false;
    const places = placesOf(scene.source, word);
    return (
      places.length > 0 &&
      places.length <= MOST_PLACES &&
      places.every((at) => isAnothers(scene, { at, homes, isNumber: word.type === 'number' }))
    );
  });
}

function placesOf({ numbers, positions }: SurfaceReading, word: Token): readonly number[] {
  return (word.type === 'number' ? numbers.get(word.text) : positions.get(word.stem)) ?? [];
}

interface Place {
  readonly at: number;
  /** Units that hold the claim's name. */
  readonly homes: readonly Unit[];
  readonly isNumber: boolean;
}

/** The word stands in a clause or row of its own subject, which is another than the claim's. */
function isAnothers({ source, units, header, own }: Scene, { at, homes, isNumber }: Place): boolean {
  const unit = units.find(({ from, to }) => at >= from && at < to)!;
  const isBeside = (home: Unit) =>
    unit.row ? home.row : home.sentence === unit.sentence && (isNumber || !(home.weak || unit.weak));
  if (unit === header || homes.includes(unit) || !homes.some(isBeside)) return false;
  const rivals = source.names.filter(
    ({ from, to, parts }) => from >= unit.from && to <= unit.to && !parts.some((part) => own.has(part)),
  );
  const carrier = source.tokens.slice(unit.from, at).findIndex(({ lower }) => CARRIES.test(lower));
  // "In group B it was 57": the pronoun stands for what the clauses speak of, the name before it says of whom.
  const isCarried = carrier >= 0 && !(isNumber && rivals.some(({ to }) => to <= unit.from + carrier));
  if (isCarried) return false;
  const hasOwnNumber = homes.some(({ from, to }) =>
    source.tokens.slice(from, to).some(({ type }) => type === 'number'),
  );
  // "8 percent in Spain while it fell to 4 percent in Austria": each has its number, whatever the order.
  return rivals.some(({ from }) => unit.row || from < at || (isNumber && hasOwnNumber));
}
