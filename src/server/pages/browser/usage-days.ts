import type { UsageDay } from './records.ts';

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
