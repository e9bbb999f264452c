import type { Estimate } from '../bootstrap.ts';

/** "0.713", or a dash where there is no number. */
export function formatNumber(value: number, digits = 3): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits);
}

/** "71.3 %", or a dash where there is no number. */
export function formatShare(value: number): string {
  return Number.isNaN(value) ? '–' : `${(100 * value).toFixed(1)} %`;
}

/** "[0.690, 0.735]", or nothing where there is no interval. */
export function formatInterval({ low, high }: Estimate): string {
  return Number.isNaN(low) ? '' : `[${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

/** "+0.012" */
export function formatDifference(value: number): string {
  return Number.isNaN(value) ? '–' : `${value > 0 ? '+' : ''}${value.toFixed(3)}`;
}
