import { countText, el } from '../shared/dom.ts';
import type { KeyRecord, UsageDay } from './page-context.ts';
import { numberRow, scrollTable } from './presentation.ts';

const DAYS = 30;
const DAY_SECONDS = 86_400;
const DAY_MS = 86_400_000;

type Limit = Pick<KeyRecord, 'limit' | 'window_seconds'>;

/** Requests of the last 30 days as a bar chart, refused requests on top, and as a table; with the limit of a key, if given. */
export function usagePlot(usage: readonly UsageDay[], limit?: Limit): HTMLElement {
  const days = everyDay(usage, new Date().toISOString().slice(0, 10), DAYS);
  const requests = days.reduce((sum, day) => sum + day.requests, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  const summary = `${countText(requests)} requests answered in the last ${DAYS} days, ${countText(refused)} refused by the rate limit`;
  return el(
    'div',
    {},
    el('p', {}, `${summary}.${limit === undefined ? '' : limitText(days, limit)}`),
    el(
      'p',
      { class: 'hint' },
      el('span', { class: 'key-used' }, '▇'),
      ' answered  ',
      el('span', { class: 'key-refused' }, '▨'),
      ' refused. Numbers may be a few seconds old.',
    ),
    chart(days, summary),
    el('details', {}, el('summary', {}, 'Show as a table'), table(days)),
  );
}

/** How much of what the limit allows in a day the busiest day took; nothing below 1 %. */
function limitText(days: readonly UsageDay[], { limit, window_seconds: seconds }: Limit): string {
  const daily = Math.floor((limit * DAY_SECONDS) / seconds);
  const busiest = Math.max(...days.map(({ requests }) => requests));
  const percent = Math.round((100 * busiest) / daily);
  if (percent < 1) return '';
  return ` The limit allows ${countText(daily)} a day at most; the busiest day took ${percent} % of that.`;
}

function chart(days: readonly UsageDay[], summary: string): HTMLElement {
  const most = Math.max(...days.map(({ requests, refused }) => requests + refused));
  const part = (name: string, count: number) => {
    const element = el('div', { class: name });
    element.style.height = `${(100 * count) / Math.max(1, most)}%`;
    return element;
  };
  const bars = days.map(({ day, requests, refused }) => {
    const title = `${day}: ${requests} answered, ${refused} refused`;
    return el('div', { title }, part('refused', refused), part('used', requests));
  });
  const labels = [days[0]!.day, `${countText(most)} on the busiest day`, days.at(-1)!.day];
  return el(
    'figure',
    { class: 'plot' },
    el('div', { class: 'bars', role: 'img', 'aria-label': summary }, ...bars),
    el('figcaption', { class: 'hint' }, ...labels.map((label) => el('span', {}, label))),
  );
}

function table(days: readonly UsageDay[]): HTMLElement {
  const rows = days
    .toReversed()
    .map(({ day, requests, refused }) => numberRow(day, countText(requests), countText(refused)));
  return scrollTable('Requests by day', ['Day (UTC)', 'Answered', 'Refused'], rows);
}

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
