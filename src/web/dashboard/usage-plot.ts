import { el } from '../shared/dom.ts';
import type { UsageDay } from './page-context.ts';

const SVG = 'http://www.w3.org/2000/svg';
const DAYS = 30;
const HEIGHT = 160;
/** Room for the number above the highest bar. */
const TOP = 20;
const BOTTOM = 26;
/** A digit of the labels, and the gap between a label and its line, in pixels. */
const DIGIT = 8;
const GAP = 8;

const DAY_SECONDS = 86_400;

type Used = Pick<UsageDay, 'day' | 'requests' | 'refused'>;

/** Rate limit of a key. */
interface Limit {
  /** Requests per window. */
  readonly limit: number;
  readonly window_seconds: number;
}

/** Requests of the last 30 days as a bar chart, refused requests on top, and as a table; with the limit of a key, if given. */
export function usagePlot(usage: readonly Used[], limit?: Limit): HTMLElement {
  const days = everyDay(usage, new Date().toISOString().slice(0, 10), DAYS);
  const requests = days.reduce((sum, day) => sum + day.requests, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  const summary = `${requests.toLocaleString('en')} requests answered in the last ${DAYS} days, ${refused.toLocaleString('en')} refused by the rate limit`;
  return el(
    'div',
    {},
    el('p', {}, limit === undefined ? `${summary}.` : `${summary}. ${limitText(days, limit)}`),
    el(
      'p',
      { class: 'hint' },
      el('span', { class: 'key-used' }, '▇'),
      ' answered  ',
      el('span', { class: 'key-refused' }, '▨'),
      ' refused. Numbers may be a few seconds old.',
    ),
    chart(days, summary, limit === undefined ? Number.POSITIVE_INFINITY : perDay(limit)),
    el('details', {}, el('summary', {}, 'Show as a table'), table(days)),
  );
}

/** How much of what the limit allows in a day the busiest day took. */
function limitText(days: readonly Used[], { limit, window_seconds: seconds }: Limit): string {
  const daily = perDay({ limit, window_seconds: seconds });
  const busiest = Math.max(...days.map(({ requests }) => requests));
  const share = ((100 * busiest) / daily).toLocaleString('en', { maximumFractionDigits: 1 });
  return `The limit allows ${daily.toLocaleString('en')} a day at most; the busiest day took ${share} % of that.`;
}

function perDay({ limit, window_seconds: seconds }: Limit): number {
  return Math.floor((limit * DAY_SECONDS) / seconds);
}

/** Draws again whenever the width changes: a drawing that is scaled has labels that are too small on a telephone. */
function chart(days: readonly Used[], summary: string, daily: number): HTMLElement {
  const frame = el('div', { class: 'plot-frame' });
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.floor(frame.clientWidth);
    if (width === drawn || width === 0) return;
    drawn = width;
    frame.replaceChildren(drawing({ days, summary, daily, width }));
  }).observe(frame);
  return frame;
}

interface Chart {
  readonly days: readonly Used[];
  readonly summary: string;
  /** Requests that the limit allows in a day. */
  readonly daily: number;
  /** In pixels. */
  readonly width: number;
}

function drawing({ days, summary, daily, width }: Chart): SVGElement {
  const totals = days.map(({ requests, refused }) => requests + refused);
  const top = roundUp(Math.max(...totals));
  const left = top.toLocaleString('en').length * DIGIT + GAP;
  const slot = (width - left) / days.length;
  const yOf = (value: number) => TOP + HEIGHT - (HEIGHT * value) / top;
  const plot = svg('svg', { width, height: TOP + HEIGHT + BOTTOM, class: 'plot', role: 'img', 'aria-label': summary });
  plot.append(hatch());
  for (const value of top % 2 === 0 ? [0, top / 2, top] : [0, top]) {
    plot.append(
      svg('line', { x1: left, x2: width, y1: yOf(value), y2: yOf(value), class: 'axis' }),
      svg('text', { x: left - GAP, y: yOf(value) + 4, 'text-anchor': 'end' }, value.toLocaleString('en')),
    );
  }
  for (const [i, day] of days.entries()) plot.append(bar(day, { x: left + i * slot, slot, yOf }));
  // A limit far above every bar would make them all flat: then the text alone names it.
  if (daily <= top) {
    plot.append(svg('line', { x1: left, x2: width, y1: yOf(daily), y2: yOf(daily), class: 'limit' }));
    plot.append(svg('text', { x: left + 4, y: yOf(daily) - 4 }, `limit ${daily.toLocaleString('en')}`));
  }
  for (const i of numberedBars(totals, slot)) {
    const text = totals[i]!.toLocaleString('en');
    const half = (text.length * DIGIT) / 2;
    const x = Math.min(left + (i + 0.5) * slot, width - half);
    plot.append(svg('text', { x, y: yOf(totals[i]!) - 5, 'text-anchor': 'middle', class: 'number' }, text));
  }
  const y = TOP + HEIGHT + 18;
  plot.append(svg('text', { x: left, y }, days[0]!.day));
  plot.append(svg('text', { x: width, y, 'text-anchor': 'end' }, days.at(-1)!.day));
  return plot;
}

/**
 * The bars with a number above them: as many of the highest as have room, where no bar beside them is higher. `slot`: width
 * of a bar with its gap, in pixels.
 */
export function numberedBars(totals: readonly number[], slot: number): readonly number[] {
  const widthOf = (i: number) => totals[i]!.toLocaleString('en').length * DIGIT;
  const chosen: number[] = [];
  const highest = [...totals.keys()].filter((i) => totals[i]! > 0).sort((a, b) => totals[b]! - totals[a]! || b - a);
  for (const i of highest) {
    const reach = Math.ceil((widthOf(i) / slot - 1) / 2);
    const isPeak = totals.slice(Math.max(0, i - reach), i + reach + 1).every((total) => total <= totals[i]!);
    const hasRoom = chosen.every((other) => Math.abs(i - other) * slot > (widthOf(i) + widthOf(other)) / 2 + GAP);
    if (isPeak && hasRoom) chosen.push(i);
  }
  return chosen;
}

interface BarPlace {
  readonly x: number;
  /** Width of a bar with its gap. */
  readonly slot: number;
  readonly yOf: (value: number) => number;
}

function bar({ day, requests, refused }: Used, { x: start, slot, yOf }: BarPlace): SVGElement {
  const gap = Math.min(4, slot / 4);
  const [x, width] = [start + gap / 2, slot - gap];
  const [base, used, all] = [yOf(0), yOf(requests), yOf(requests + refused)];
  const group = svg('g', {});
  group.append(
    svg('title', {}, `${day}: ${requests} answered, ${refused} refused`),
    svg('rect', { x, y: TOP, width, height: HEIGHT, class: 'bar-track' }),
    svg('rect', { x, y: used, width, height: base - used, class: 'bar-used' }),
    svg('rect', { x, y: all, width, height: used - all, class: 'bar-refused' }),
  );
  return group;
}

function hatch(): SVGElement {
  const pattern = svg('pattern', {
    id: 'hatch',
    width: 6,
    height: 6,
    patternUnits: 'userSpaceOnUse',
    patternTransform: 'rotate(45)',
  });
  pattern.append(
    svg('rect', { width: 6, height: 6, class: 'hatch-ground' }),
    svg('rect', { width: 3, height: 6, class: 'hatch-line' }),
  );
  const defs = svg('defs', {});
  defs.append(pattern);
  return defs;
}

function table(days: readonly Used[]): HTMLTableElement {
  const head = ['Day (UTC)', 'Answered', 'Refused'].map((name) => el('th', { scope: 'col' }, name));
  const rows = days
    .toReversed()
    .map(({ day, requests, refused }) =>
      el('tr', {}, el('th', { scope: 'row' }, day), el('td', {}, String(requests)), el('td', {}, String(refused))),
    );
  return el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows));
}

function svg(tag: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

const DAY_MS = 86_400_000;

/** One entry for each of the last `count` days, ending with `today` (such as `2030-01-31`), summed over all keys. */
export function everyDay(usage: readonly Used[], today: string, count: number): Used[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) => {
    const day = new Date(last - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    const used = usage.filter((one) => one.day === day);
    return {
      day,
      requests: used.reduce((sum, one) => sum + one.requests, 0),
      refused: used.reduce((sum, one) => sum + one.refused, 0),
    };
  });
}

/** The smallest of 1, 2, 5, 10, 20, 50... that is at least `max`: a round number for the top of an axis. */
export function roundUp(max: number): number {
  let top = 1;
  for (let step = 0; top < max; step += 1) top = [2, 5, 10][step % 3]! * 10 ** Math.floor(step / 3);
  return top;
}
