import type { CrossEncoder } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { normaliseForModel } from '../../text/index.ts';
import { type Fact, isAmount, isSameAmount, isSameCount, type SurfaceReading } from '../rules/index.ts';
import { type ClaimSpan, modelsOf, type ReadClaim, spanReading } from './read-claim.ts';
import { NOTATION_TOKENS, type SourceSet } from './read-source.ts';

/**
 * The claim as the models read it against sources: an amount that a source writes in another notation is written as there,
 * "9 p.m." for "21:00", because the models contradict what only looks different. An amount that the source has in another
 * unit only is converted: "more than 12 months" for "more than a year" against "14 months". Its own words stay for all else.
 */
export async function inNotationOf(
  claim: ReadClaim,
  sources: SourceSet,
  { encoder, pause }: { readonly encoder: CrossEncoder; readonly pause: Pause },
): Promise<ReadClaim> {
  const parts: ClaimSpan[] = [];
  for (const part of claim.parts) {
    const normalised = part.asserts ? await rewritten(part, sources, pause) : part.normalised;
    await pause();
    const isLonger = modelsOf(encoder).some((model) => {
      const tokensOf = (words: string) => model.tokenize(words).ids.length;
      return normalised !== part.normalised && tokensOf(normalised) > tokensOf(part.normalised) + NOTATION_TOKENS;
    });
    parts.push(normalised === part.normalised || isLonger ? part : { ...part, normalised });
  }
  const place = new Map(claim.parts.map((part, i) => [part, i]));
  return { ...claim, parts, spans: claim.spans.map((span) => parts[place.get(span)!]!) };
}

/** The models take "two dozen" for another number than 24. */
const DOZEN = /\bdozen\b/i;
/** A claim with more amounts is a table; the bound keeps the work small on any input. */
const MAX_AMOUNTS = 8;

/** The words of a part as the models read them, with amounts as the source writes them. */
async function rewritten(part: ClaimSpan, { sources, readings }: SourceSet, pause: Pause): Promise<string> {
  const claim = spanReading(part);
  const hasDozen = sources.some(({ text }) => DOZEN.test(text));
  const isCount = (fact: Fact) => fact.kind === 'number' && (hasDozen || DOZEN.test(writtenAs(fact, claim)));
  const amounts = claim.facts.map(({ fact }) => fact).filter((fact) => isAmount(fact) || isCount(fact));
  if (amounts.length > MAX_AMOUNTS) return part.normalised;
  const missing = new Set(amounts.filter((fact) => !sources.some(({ text }) => holds(text, writtenAs(fact, claim)))));
  if (missing.size === 0) return part.normalised;
  const source = await readings.whole(pause);
  let words = part.normalised;
  let from = 0;
  for (const fact of amounts) {
    const hours = missing.has(fact) ? hoursAround(source, fact, claim) : undefined;
    const own = normaliseForModel(`${hours === undefined ? '' : 'at '}${writtenAs(fact, claim)}`);
    const at = words.indexOf(own, from);
    if (at < 0) continue;
    const written = missing.has(fact) ? normaliseForModel(hours ?? writtenIn(source, fact, own)) : own;
    words = words.slice(0, at) + written + words.slice(at + own.length);
    from = at + written.length;
  }
  return words;
}

/** An amount as a source writes it: its own words where the source has the same one, else converted; or as it is, `own`. */
function writtenIn(source: SurfaceReading, fact: Fact, own: string): string {
  const same = amountIn(source, fact) ?? countIn(source, fact, own);
  return same === undefined ? (inUnitOf(source, fact) ?? own) : writtenAs(same, source);
}

/** What holds all the time between two hours. */
const STATE = /\b(?:open|available|staffed|accessible|reachable)\b/i;

/** "from 8:00 to 18:00" for a time within the only hours of a source: "is open at 3 p.m." follows from them. */
function hoursAround(source: SurfaceReading, time: Fact, claim: SurfaceReading): string | undefined {
  if (time.kind !== 'time' || time.edge !== undefined || claim.tokens[time.from - 1]?.lower !== 'at') return undefined;
  if (!STATE.test(claim.text)) return undefined;
  const edges = source.facts.map(({ fact }) => fact).filter(({ edge }) => edge !== undefined);
  const [start, end] = edges;
  if (edges.length !== 2 || start?.edge !== 'start' || end?.edge !== 'end' || time.unit !== start.unit)
    return undefined;
  return start.low <= time.low && time.high < end.high
    ? `from ${writtenAs(start, source)} to ${writtenAs(end, source)}`
    : undefined;
}

/** Scales with the same zero: degrees cannot be converted by a factor. */
const CONVERTIBLE: ReadonlySet<Fact['kind']> = new Set(['duration', 'measure']);
const TEMPERATURE = 'K';
const ROUNDING = 1e-6;

/** The amount in the only unit in which the source has amounts of its kind, where that is a number of one decimal. */
function inUnitOf(source: SurfaceReading, amount: Fact): string | undefined {
  const size = unitSize(amount);
  if (!CONVERTIBLE.has(amount.kind) || amount.unit === TEMPERATURE || size === undefined) return undefined;
  const alike = source.facts
    .map(({ fact }) => fact)
    .filter(({ kind, unit }) => kind === amount.kind && unit === amount.unit);
  const sizes = alike.map(unitSize);
  const other = alike.findIndex((fact) => /^[\d.,]+[\s-]?\p{L}+$/u.test(writtenAs(fact, source)));
  const otherSize = sizes[other];
  if (otherSize === undefined || otherSize === size || sizes.some((one) => one !== otherSize)) return undefined;
  const exact = (Number(amount.written) * size) / otherSize;
  const number = Math.round(exact * 10) / 10;
  if (number <= 1 || Math.abs(exact - number) > number * ROUNDING) return undefined;
  return writtenAs(alike[other]!, source).replace(/^[\d.,]+/, `${number}`);
}

/** What one of the unit as written is in the canonical unit; undefined for ranges and for one of a unit, which is singular. */
function unitSize({ written, low, high }: Fact): number | undefined {
  const ends = [low, high].filter(Number.isFinite);
  const size = ends.reduce((sum, end) => sum + end, 0) / ends.length / Number(written);
  return Number.isFinite(size) && size > 0 ? Number(size.toPrecision(9)) : undefined;
}

/** True if a text has an amount in these words: "5 kg", and not as a part of "15 kg". */
function holds(text: string, amount: string): boolean {
  for (let at = text.indexOf(amount); at >= 0; at = text.indexOf(amount, at + 1))
    if (!/[\d.,]/.test(text.charAt(at - 1))) return true;
  return false;
}

/** The same amount in a text with its unit; "17 and 15 degrees" has the unit of both after the second. */
function amountIn(source: SurfaceReading, amount: Fact): Fact | undefined {
  const isWhole = (fact: Fact) => fact.kind === 'time' || !/^[\d.,]+$/.test(writtenAs(fact, source));
  return source.facts.find(({ fact }) => isSameAmount(amount, fact) && isWhole(fact))?.fact;
}

/** The same number in a text, where one of both is written in dozens. */
function countIn(source: SurfaceReading, count: Fact, words: string): Fact | undefined {
  const isInDozens = (fact: Fact) => DOZEN.test(words) || DOZEN.test(writtenAs(fact, source));
  return source.facts.find(({ fact }) => isSameCount(count, fact) && isInDozens(fact))?.fact;
}

function writtenAs({ start, end }: Fact, { text }: SurfaceReading): string {
  return text.slice(start, end);
}
