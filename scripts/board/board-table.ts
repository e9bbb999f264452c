import type { Estimate } from '../../src/evaluation/bootstrap.ts';
import { leftOutLines } from '../../src/evaluation/results.ts';
import { alignedLines } from '../../src/printable.ts';
import type { Board, BoardLine } from './board.ts';
import type { PublishedFigure } from './published.ts';

const HEADS = [
  ...['set', 'part', 'rows', 'supported', 'balanced accuracy', 'word overlap'],
  ...['AUROC', 'word overlap', 'F1 not supported', 'word overlap', 'source'],
];

export function boardTable({ version, threshold, settings, lines, published, leftOut }: Board): string {
  const sets = [...new Set([...lines, ...published].map(({ set }) => set))];
  const rows = sets.flatMap((name) => [
    ...lines.filter(({ set }) => set === name).map(measuredCells),
    ...published.filter(({ set }) => set === name).map(publishedCells),
  ]);
  return [
    `Version ${version}, threshold ${threshold}, 95 % intervals over sources. An answer has the score of its least supported sentence.`,
    'Published figures are of others, on their copy of the files.',
    ...Object.entries(settings).map(([name, value]) => `${name}: ${value}`),
    '',
    ...alignedLines([HEADS, ...rows]),
    ...(leftOut.length === 0 ? [] : ['', ...leftOutLines(leftOut)]),
  ].join('\n');
}

function measuredCells({ set, part, unit, rows, supported, product, overlap }: BoardLine): string[] {
  return [
    ...[set, unit === 'answers' ? part : `${part}, ${unit}`, String(rows), `${(100 * supported).toFixed(0)} %`],
    ...[withInterval(product.balancedAccuracy), alone(overlap.balancedAccuracy)],
    ...[withInterval(product.auroc), alone(overlap.auroc)],
    ...[withInterval(product.f1), alone(overlap.f1)],
    'measured',
  ];
}

function publishedCells({ set, system, measure, value, source }: PublishedFigure): string[] {
  const of = (wanted: PublishedFigure['measure']) => (measure === wanted ? value : '');
  const figures = [of('balanced accuracy'), '', of('AUROC'), '', of('F1 not supported'), ''];
  return [set, `published: ${system}`, '', '', ...figures, source];
}

function withInterval({ value, low, high }: Estimate): string {
  return Number.isNaN(value) ? '-' : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function alone({ value }: Estimate): string {
  return Number.isNaN(value) ? '-' : value.toFixed(3);
}
