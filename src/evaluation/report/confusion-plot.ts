import type { Confusion } from '../classification.ts';
import { LABELS, VERDICTS } from '../labelled-rows.ts';
import { formatShare } from './format-number.ts';
import { type Html, html } from './html.ts';

const CELL = { width: 96, height: 52 };
const LEFT = 124;
const TOP = 44;

/** Labels as rows, verdicts as columns; the darker a cell, the larger its share of the label's rows. */
export function confusionPlot(confusion: Confusion): Html {
  const labels = LABELS.filter((label) => confusion[label] !== undefined);
  const heads = VERDICTS.map(
    (verdict, column) =>
      html`<text class="tick" x="${LEFT + (column + 0.5) * CELL.width}" y="${TOP - 8}" text-anchor="middle">
      ${verdict}</text>`,
  );
  const rows = labels.map((label, index) => {
    const counts = confusion[label]!;
    const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
    const y = TOP + index * CELL.height;
    const cells = VERDICTS.map((verdict, column) =>
      cellOf(counts[verdict], total, { x: LEFT + column * CELL.width, y }),
    );
    const name = html`<text class="tick" x="${LEFT - 8}" y="${y + CELL.height / 2 + 4}" text-anchor="end">${label}</text>`;
    return html`${name}${cells}`;
  });
  const width = LEFT + VERDICTS.length * CELL.width;
  const height = TOP + labels.length * CELL.height;
  return html`<svg viewBox="0 0 ${width + 4} ${height + 4}" role="img" aria-label="Confusion matrix">
    <text class="axis" x="${LEFT + (VERDICTS.length * CELL.width) / 2}" y="14" text-anchor="middle">verdict</text>
    <text class="axis" x="${LEFT - 8}" y="${TOP - 8}" text-anchor="end">label</text>${heads}${rows}</svg>`;
}

function cellOf(count: number, total: number, { x, y }: { x: number; y: number }): Html {
  const share = count / total;
  const middle = x + CELL.width / 2;
  return html`<rect class="cell" x="${x + 1}" y="${y + 1}" width="${CELL.width - 2}" height="${CELL.height - 2}"
      fill-opacity="${(0.06 + 0.7 * share).toFixed(3)}"/>
    <text class="count" x="${middle}" y="${y + 24}" text-anchor="middle">${count}</text>
    <text class="share" x="${middle}" y="${y + 41}" text-anchor="middle">${formatShare(share)}</text>`;
}
