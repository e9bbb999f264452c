import type { Token } from '../../../text/index.ts';
import type { RawFact } from './raw-fact.ts';

/** "3 p.m.", "3:45 pm", "15:00", in minutes after midnight. */
export function readClockTime(tokens: readonly Token[], from: number): RawFact | undefined {
  const hour = Number(tokens[from]!.text);
  if (tokens[from]!.type !== 'number' || !Number.isInteger(hour) || hour > 24) return undefined;
  const colon =
    tokens[from + 1]?.text === ':' && !tokens[from + 1]!.spaced && /^\d\d$/.test(tokens[from + 2]?.text ?? '');
  const minute = colon ? Number(tokens[from + 2]!.text) : 0;
  const after = colon ? from + 3 : from + 1;
  const half = /^(am|pm)$/.exec(tokens[after]?.lower ?? '')?.[1];
  if ((!colon && half === undefined) || minute > 59) return undefined;
  const base = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  const value = base * 60 + minute;
  const to = half === undefined ? after : after + 1;
  return { kind: 'time', unit: 'minute of day', low: value, high: value, from, to };
}
