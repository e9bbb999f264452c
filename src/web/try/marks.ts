import { MATCHES, matchOf, type Stance } from '../../contract/words.ts';
import { type Child, el } from '../shared/dom.ts';
import { type NumberedRange, type Pair, type Segment, segments } from './spans.ts';
import { matchClass } from './words.ts';

export type Side = 'claim' | 'source';

/** The text with the spans of that side marked, numbered, labelled and linked to their counterparts. */
export function markedText(text: string, pairs: readonly Pair[], side: Side): Child[] {
  const ranges = pairs.flatMap((pair): NumberedRange[] => {
    const range = pair[side];
    return range === undefined ? [] : [{ ...range, number: pair.number }];
  });
  const byNumber = new Map(pairs.map((pair) => [pair.number, pair]));
  return segments(text.length, ranges).map((segment) => {
    const words = text.slice(segment.start, segment.end);
    const covering = segment.pairs.flatMap((number) => byNumber.get(number) ?? []);
    return covering.length === 0 ? words : mark(words, { segment, covering, side });
  });
}

interface Covered {
  readonly segment: Segment;
  readonly covering: readonly Pair[];
  readonly side: Side;
}

function mark(words: string, { segment, covering, side }: Covered): HTMLElement {
  const starting = covering.filter(({ number }) => segment.starts.includes(number));
  return el(
    'mark',
    { class: `match ${matchClass(strongest(covering).kind)}`, 'data-pairs': segment.pairs.join(' ') },
    ...starting.map((pair) => tag(pair, side)),
    words,
  );
}

const STRENGTH: readonly Stance[] = ['against', 'for', 'open'];

/** Where several pairs overlap, a contradiction must stay visible. */
function strongest(pairs: readonly Pair[]): Pair {
  const types = Object.keys(MATCHES);
  const rank = ({ kind }: Pair) => STRENGTH.indexOf(matchOf(kind).stance) * types.length + types.indexOf(kind);
  return pairs.reduce((best, pair) => (rank(pair) < rank(best) ? pair : best));
}

/** The numbered label at the start of a span. It links to the other side, or to the evidence table. */
function tag(pair: Pair, side: Side): HTMLAnchorElement {
  const { sign, label, stance } = matchOf(pair.kind);
  return el(
    'a',
    {
      class: `tag ${stance}`,
      id: `${side}-${pair.number}`,
      href: `#${counterpart(pair, side)}`,
      'data-pairs': String(pair.number),
    },
    el('span', { class: 'number' }, String(pair.number)),
    ` ${sign} ${label}`,
  );
}

function counterpart(pair: Pair, side: Side): string {
  const other = side === 'claim' ? 'source' : 'claim';
  return `${pair[other] === undefined ? 'evidence' : other}-${pair.number}`;
}
