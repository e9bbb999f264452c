import type { Estimate } from '../bootstrap.ts';

/** Such as "0.713"; a dash for NaN. */
export function formatNumber(value: number, digits = 3): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** Such as "71.3 %"; a dash for NaN. */
export function formatShare(value: number): string {
  return Number.isNaN(value) ? '–' : `${(100 * value).toFixed(1)} %`;
}

/** Such as "[0.690, 0.735]"; empty without an interval. */
export function formatInterval({ low, high }: Estimate): string {
  return Number.isNaN(low) ? '' : `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** Such as "+0.012"; a dash for NaN. */
export function formatDifference(value: number): string {
  return Number.isNaN(value) ? '–' : `${value > 0 ? '+' : ''}${value.toFixed(3)}`;
}
