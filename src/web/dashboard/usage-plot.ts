import { el } from '../shared/dom.ts';
import type { UsageDay } from './page-context.ts';

const SVG = 'http://www.w3.org/2000/svg';
const DAYS = 30;
const BAR = 20;
const GAP = 4;
const LEFT = 56;
const HEIGHT = 160;
const TOP = 12;
const BOTTOM = 28;
const FRAME = { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Usage chart' };

const DAY_SECONDS = 86_400;

/** Rate limit of a key. */
interface Limit {
  /** Requests per window. */
  readonly limit: number;
  readonly window_seconds: number;
}

/** Requests of the last 30 days as a bar chart against the limit, refused requests on top, and as a table. */
export function usagePlot(usage: readonly UsageDay[], limit: Limit): HTMLElement {
  const days = everyDay(usage, new Date().toISOString().slice(0, 10), DAYS);
  const requests = days.reduce((sum, day) => sum + day.requests, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  const summary = `${requests.toLocaleString('en')} requests answered in the last ${DAYS} days, ${refused.toLocaleString('en')} refused by the rate limit`;
  return el(
    'div',
    {},
    el('p', {}, `${summary}. ${limitText(days, limit)}`),
    el(
      'p',
      { class: 'hint' },
      el('span', { class: 'key-used' }, '▇'),
      ' answered  ',
      el('span', { class: 'key-refused' }, '▨'),
      ' refused. The numbers are some seconds late.',
    ),
    newestFirst(el('div', FRAME, drawing(days, summary, perDay(limit)))),
    el('details', {}, el('summary', {}, 'Show as a table'), table(days)),
  );
}

/** How much of what the limit allows in a day the busiest day took. */
function limitText(days: readonly UsageDay[], { limit, window_seconds: seconds }: Limit): string {
  const daily = perDay({ limit, window_seconds: seconds });
  const busiest = Math.max(...days.map(({ requests }) => requests));
  const share = ((100 * busiest) / daily).toLocaleString('en', { maximumFractionDigits: 1 });
  return `The limit allows ${daily.toLocaleString('en')} a day at most; the busiest day took ${share} % of that.`;
}

function perDay({ limit, window_seconds: seconds }: Limit): number {
  return Math.floor((limit * DAY_SECONDS) / seconds);
}

/** Scrolls a chart that is wider than its frame to today. */
function newestFirst(frame: HTMLElement): HTMLElement {
  requestAnimationFrame(() => {
    frame.scrollLeft = frame.scrollWidth;
  });
  return frame;
}

function drawing(days: readonly UsageDay[], summary: string, daily: number): SVGElement {
  const top = roundUp(Math.max(...days.map(({ requests, refused }) => requests + refused)));
  const width = LEFT + days.length * (BAR + GAP);
  const plot = svg('svg', {
    viewBox: `0 0 ${width} ${TOP + HEIGHT + BOTTOM}`,
    class: 'plot',
    role: 'img',
    'aria-label': summary,
  });
  plot.append(hatch());
  for (const value of [0, top]) {
    const y = TOP + HEIGHT - (HEIGHT * value) / top;
    plot.append(
      svg('line', { x1: LEFT, x2: width, y1: y, y2: y, class: 'axis' }),
      svg('text', { x: LEFT - 8, y: y + 4, 'text-anchor': 'end' }, value.toLocaleString('en')),
    );
  }
  // A limit far above every bar would make them all flat: then the text alone names it.
  if (daily <= top) {
    const y = TOP + HEIGHT - (HEIGHT * daily) / top;
    plot.append(svg('line', { x1: LEFT, x2: width, y1: y, y2: y, class: 'limit' }));
    plot.append(svg('text', { x: width, y: y - 4, 'text-anchor': 'end' }, `limit ${daily.toLocaleString('en')}`));
  }
  for (const [i, day] of days.entries()) plot.append(...bar(day, LEFT + i * (BAR + GAP) + GAP / 2, top));
  for (const i of [0, days.length - 1]) {
    const x = LEFT + i * (BAR + GAP) + (i === 0 ? 0 : BAR + GAP);
    const anchor = i === 0 ? 'start' : 'end';
    plot.append(svg('text', { x, y: TOP + HEIGHT + 20, 'text-anchor': anchor }, days[i]!.day));
  }
  return plot;
}

function bar({ day, requests, refused }: UsageDay, x: number, top: number): SVGElement[] {
  const used = (HEIGHT * requests) / top;
  const more = (HEIGHT * refused) / top;
  const title = svg('title', {}, `${day}: ${requests} answered, ${refused} refused`);
  const group = svg('g', {});
  group.append(
    title,
    svg('rect', { x, y: TOP, width: BAR, height: HEIGHT, class: 'bar-track' }),
    svg('rect', { x, y: TOP + HEIGHT - used, width: BAR, height: used, class: 'bar-used' }),
    svg('rect', { x, y: TOP + HEIGHT - used - more, width: BAR, height: more, class: 'bar-refused' }),
  );
  return [group];
}

/** A pattern for refused requests, so that they differ not by colour alone. */
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

function table(days: readonly UsageDay[]): HTMLTableElement {
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
export function everyDay(usage: readonly UsageDay[], today: string, count: number): UsageDay[] {
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
