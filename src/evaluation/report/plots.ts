import type { Estimate } from '../bootstrap.ts';
import type { Coverage, ReliabilityBin } from '../reliability.ts';
import { formatInterval, formatNumber, formatShare, type Html, html } from './html.ts';

const SIZE = 300;
const MARGIN = 42;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

const x = (share: number) => round(MARGIN + share * SIZE);
const y = (share: number) => round(12 + (1 - share) * SIZE);

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function frame(title: string, axes: { across: string; up: string }, content: Html): Html {
  const ticks = TICKS.map(
    (tick) => html`
      <line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${y(0)}" y2="${y(1)}"/>
      <line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}"/>
      <text class="tick" x="${x(tick)}" y="${y(0) + 16}" text-anchor="middle">${tick}</text>
      <text class="tick" x="${x(0) - 6}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`,
  );
  return html`<svg viewBox="0 0 ${SIZE + MARGIN + 16} ${SIZE + 52}" role="img" aria-label="${title}">
    ${ticks}${content}
    <text class="axis" x="${x(0.5)}" y="${y(0) + 34}" text-anchor="middle">${axes.across}</text>
    <text class="axis" x="12" y="${y(0.5)}" text-anchor="middle" transform="rotate(-90 12 ${y(0.5)})">${axes.up}</text>
  </svg>`;
}

/** Accuracy against confidence, one dot per bin; calibrated answers are on the diagonal. Bars show the distance. */
export function reliabilityPlot(bins: readonly ReliabilityBin[]): Html {
  const marks = bins.map(({ meanConfidence, shareRight, rows }) => {
    const title = `${rows} rows: confidence ${formatNumber(meanConfidence)}, right ${formatNumber(shareRight)}`;
    return html`<g><title>${title}</title>
      <line class="gap" x1="${x(meanConfidence)}" x2="${x(meanConfidence)}"
        y1="${y(meanConfidence)}" y2="${y(shareRight)}"/>
      <circle class="dot" cx="${x(meanConfidence)}" cy="${y(shareRight)}" r="5"/></g>`;
  });
  const diagonal = html`<line class="ideal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`;
  const axes = { across: 'confidence (mean of the bin)', up: 'share of right verdicts' };
  return frame('Reliability diagram', axes, html`${diagonal}${marks}`);
}

/** Accuracy against the share of answers at or above a confidence. */
export function coveragePlot(points: readonly Coverage[]): Html {
  const known = points.filter(({ accuracy }) => !Number.isNaN(accuracy));
  const path = known.map(({ coverage, accuracy }) => `${x(coverage)},${y(accuracy)}`).join(' ');
  const dots = known.map(
    ({ atLeast, coverage, accuracy }) => html`<g>
      <title>confidence ≥ ${atLeast}: ${formatShare(coverage)} of rows, ${formatShare(accuracy)} right</title>
      <circle class="dot" cx="${x(coverage)}" cy="${y(accuracy)}" r="4"/></g>`,
  );
  const axes = { across: 'share of rows answered', up: 'share of right verdicts' };
  return frame('Accuracy against coverage', axes, html`<polyline class="curve" points="${path}"/>${dots}`);
}

export interface Bar {
  readonly name: string;
  readonly estimate: Estimate;
}

const ROW = 26;
const NAMES = 118;
const LENGTH = 210;

/** One horizontal bar per set with its 95 % interval; `reference` draws a dashed line, such as chance level. */
export function barPlot(title: string, bars: readonly Bar[], reference?: number): Html {
  const across = (share: number) => round(NAMES + Math.min(1, Math.max(0, share)) * LENGTH);
  const rows = bars
    .filter(({ estimate }) => !Number.isNaN(estimate.value))
    .map(({ name, estimate }, index) => {
      const middle = index * ROW + ROW / 2;
      return html`<g><title>${name}: ${formatNumber(estimate.value)} (${formatInterval(estimate)})</title>
      <text class="name" x="${NAMES - 8}" y="${middle + 4}" text-anchor="end">${shorten(name)}</text>
      <rect class="bar" x="${NAMES}" y="${middle - 8}" width="${round(across(estimate.value) - NAMES)}" height="16"/>
      <line class="whisker" x1="${across(estimate.low)}" x2="${across(estimate.high)}" y1="${middle}" y2="${middle}"/>
      <text class="value" x="${NAMES + LENGTH + 8}" y="${middle + 4}">${formatNumber(estimate.value)}</text></g>`;
    });
  const height = rows.length * ROW;
  const line =
    reference === undefined
      ? undefined
      : html`<line class="ideal" x1="${across(reference)}" x2="${across(reference)}" y1="0" y2="${height}"/>`;
  const width = NAMES + LENGTH + 46;
  return html`<svg viewBox="0 0 ${width} ${height + 4}" role="img" aria-label="${title}">${rows}${line}</svg>`;
}

function shorten(name: string): string {
  return name.length > 17 ? `${name.slice(0, 16)}…` : name;
}
