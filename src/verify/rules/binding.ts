import type { Compared } from './compare-cues.ts';
import type { SurfaceReading } from './reading.ts';
import type { Token } from './tokens.ts';
import type { Name } from './types.ts';

/** Joints behind which another subject comes, as behind a semicolon; behind "and" only numbers are told apart. */
const CLEAR_JOINTS: ReadonlySet<string> = new Set(['while', 'whereas']);
const WEAK_JOINTS: ReadonlySet<string> = new Set(['and', 'but']);
const CELL = '|';
/** Words that carry a subject over from before. */
const CARRIES = /^(?:its?|he|she|they|his|her|their|who|which|that|this|these|whose|where)$/;
/** Share of the claim's content stems that the source must hold. */
const SAME_MATTER = 0.85;
/** A word in more places than this is bound to nothing. */
const MOST_PLACES = 3;
const MOST_NAMES = 4;
/** A clause's subject begins this many tokens behind its joint, at most: "while in group B". */
const SUBJECT_REACH = 4;
/** A name tied to a number follows it this closely, at most: "4 percent in Austria". */
const TIE_REACH = 3;

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
  const owners = claim.names.slice(0, MOST_NAMES).flatMap((name) => {
    const homes = homesOf(scene, name);
    return homes.length === 0 ? [] : [{ name, homes }];
  });
  return claim.tokens.some((word) => isMisplaced(scene, word, ownersOf(word, owners)));
}

function unitsOf(tokens: readonly Token[]): Unit[] {
  const units: Unit[] = [];
  let from = 0;
  let brackets = 0;
  tokens.forEach((token, i) => {
    const next = tokens[i + 1];
    const row = tokens[from]!.text === CELL;
    brackets = Math.max(0, brackets + Number(token.text === '(') - Number(token.text === ')'));
    const joint = next !== undefined && !row && isJoint(next, brackets > 0);
    if (!joint && next?.sentence === token.sentence && token.type !== 'break') return;
    units.push({ from, to: i + 1, sentence: token.sentence, row, weak: WEAK_JOINTS.has(tokens[from]!.lower) });
    from = i + 1;
    if (next?.sentence !== token.sentence) brackets = 0;
  });
  return units;
}

function isJoint({ lower }: Token, isInBrackets: boolean): boolean {
  if (isInBrackets) return CLEAR_JOINTS.has(lower);
  return CLEAR_JOINTS.has(lower) || WEAK_JOINTS.has(lower) || lower === ';';
}

/** A name of the claim and the units of the source that hold it. */
interface Owner {
  readonly name: Name;
  readonly homes: readonly Unit[];
}

function homesOf({ source, units, header }: Scene, { parts }: Name): Unit[] {
  const mentions = parts.flatMap((part) => source.words.get(part) ?? []);
  return units.filter((unit) => unit !== header && mentions.some((at) => at >= unit.from && at < unit.to));
}

/** The names that the claim may give the word to: those before it, or those after it when there are none. */
function ownersOf({ start, end }: Token, owners: readonly Owner[]): readonly Owner[] {
  const others = owners.filter(({ name }) => start < name.start || end > name.end);
  const sure = others.filter(({ name }) => !name.weak);
  const names = sure.length > 0 ? sure : others;
  const before = names.filter(({ name }) => name.end <= start);
  return before.length > 0 ? before : names;
}

function isMisplaced(scene: Scene, word: Token, owners: readonly Owner[]): boolean {
  if (owners.length === 0) return false;
  const places = placesOf(scene.source, word);
  if (places.length === 0 || places.length > MOST_PLACES) return false;
  const isNumber = word.type === 'number';
  return owners.every(({ homes }) => places.every((at) => isAnothers(scene, { at, homes, isNumber })));
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
function isAnothers(scene: Scene, place: Place): boolean {
  const { source, units, header, own } = scene;
  const { at, homes, isNumber } = place;
  const unit = units.find(({ from, to }) => at >= from && at < to)!;
  if (unit === header || homes.includes(unit)) return false;
  const beside = homes.filter((home) => (unit.row ? home.row : home.sentence === unit.sentence));
  if (beside.length === 0) return false;
  const hasOwnNumber = homes.some(({ from, to }) =>
    source.tokens.slice(from, to).some(({ type }) => type === 'number'),
  );
  // "And" joins things more often than clauses: two clauses that each have their number tell themselves apart.
  const isJoined = !unit.row && beside.every(({ weak }) => weak || unit.weak);
  if (isJoined && !(isNumber && hasOwnNumber)) return false;
  const rivals = source.names.filter(
    ({ from, to, parts }) => from >= unit.from && to <= unit.to && !parts.some((part) => own.has(part)),
  );
  if (unit.row) return rivals.length > 0;
  const carrier = source.tokens.slice(unit.from, at).findIndex(({ lower }) => CARRIES.test(lower));
  // "In group B it was 57": the pronoun stands for what the clauses speak of, the name before it says of whom.
  const isCarried = carrier >= 0 && !(isNumber && rivals.some(({ to }) => to <= unit.from + carrier));
  if (isCarried) return false;
  const isSubject = ({ from }: Name) =>
    from < at && (from - unit.from <= SUBJECT_REACH || source.tokens[from - 1]?.text === ',');
  // "8 percent in Spain while it fell to 4 percent in Austria": each has its number, whatever the order.
  const isTied = ({ from }: Name) =>
    from > at && from - at <= TIE_REACH && source.tokens.slice(at, from).every(({ text }) => text !== ',');
  return rivals.some((rival) => isSubject(rival) || (isNumber && hasOwnNumber && isTied(rival)));
}
