import { VERDICTS } from '../../src/contract/verify.ts';
import type { AttackScore } from '../../src/evaluation/summary.ts';
import type { Calibration } from '../../src/index.ts';
import type { Figure, Groups } from './figure.ts';
import type { SetSize } from './sets.ts';
import type { Summary } from './summary.ts';

/** Figures of another version by group and name: a value, or a count. */
export type Earlier = Readonly<Record<string, Readonly<Record<string, number | Figure>>>>;

const TITLES: Readonly<Record<string, string>> = {
  accuracy: 'accuracy',
  balancedAccuracy: 'balanced accuracy',
  auroc: 'AUROC',
  calibrationError: 'calibration error',
  trueUnsupported: 'true claims called UNSUPPORTED',
  falsePass: 'claims not SUPPORTED that pass',
  passRight: 'passed claims that are right',
  rightPass: 'correct SUPPORTED claims that pass',
  sentencesRight: 'sentences right',
  rightAnswersPass: 'wholly right answers that pass',
  wrongAnswersPass: 'answers with an error that pass',
  reported: 'disagreements reported',
  disagreeingSupported: 'disagreements called SUPPORTED',
  othersSupported: 'pairs about other subjects called SUPPORTED',
  editionsRight: 'verdicts that follow the current edition',
  changed: 'verdicts that unrelated sentences change',
  changedSure: 'of these with a confidence of .7 or more',
  right: 'verdicts right among unrelated sentences',
  alteredSupported: 'altered claims called SUPPORTED',
  alteredPass: 'altered claims that pass',
  unalteredNotSupported: 'unaltered claims not called SUPPORTED',
};

const ANSWERS = ['sentencesRight', 'trueUnsupported', 'falsePass', 'rightAnswersPass', 'wrongAnswersPass'];
const CLAIMS = ['accuracy', 'trueUnsupported', 'falsePass', 'passRight', 'rightPass'];
const PUBLIC = ['auroc', 'balancedAccuracy', 'calibrationError', 'passRight', 'rightPass'];

/** The groups of the table of figures, in its order. */
const GROUPS: readonly (readonly [group: string, title: string, names: readonly string[]])[] = [
  ['public', 'ten public sets, mean', PUBLIC],
  ['hard', 'hard claims, cross-validated', ['auroc', ...CLAIMS]],
  ['front-page', 'claims typed by first-time users', CLAIMS],
  ['natural', 'claims about long texts', CLAIMS],
  ['exceptions', 'exceptions', CLAIMS],
  ['plans-and-past', 'plans and past states', CLAIMS],
  ['several-sentences', 'claims of several sentences', CLAIMS],
  ['kinds-of-text', 'claims about sixteen kinds of text', CLAIMS],
  ['everyday', 'everyday claims about texts of eleven domains', CLAIMS],
  ['rag-answers', 'RAG answers', ANSWERS],
  ['rag-answers/all', 'RAG answers, both halves', ANSWERS],
  ['answers/all', 'RAG answers used for the design', ANSWERS],
  ['disagreeing-sources', 'disagreeing sources', ['reported', 'disagreeingSupported', 'othersSupported']],
  ['replaced-editions', 'editions of which one is or only seems replaced', ['editionsRight']],
  ['neighbours', 'unrelated sentences around a source', ['changed', 'changedSure', 'right']],
  ['among/1', 'claims of users and about long texts, their source alone', ['accuracy', 'falsePass']],
  ['among/20', 'the same among 19 other sources', ['accuracy', 'falsePass']],
  ['among/200', 'the same among 199 other sources', ['accuracy', 'falsePass']],
  ['contrast', 'contrast set', ['alteredSupported', 'alteredPass', 'unalteredNotSupported']],
];

/** Every figure, with that of version 3.0.0 where it was measured. */
export function figuresTable(groups: Groups, earlier: Earlier): string {
  const lines = GROUPS.flatMap(([group, title, names]) => {
    const measured = groups[group];
    if (measured === undefined) return [];
    return names.map((name, k) => [
      k === 0 ? `${title} (${thousands(measured.rows)})` : '',
      TITLES[name]!,
      cell(earlier[group]?.[name]),
      cell(measured.figures[name]),
    ]);
  });
  return table(['data (rows)', 'figure', '3.0.0', 'now'], lines);
}

const SET_FIGURES = ['auroc', 'balancedAccuracy', 'calibrationError', 'falsePass', 'passRight', 'rightPass'];

export function setsTable(groups: Groups): string {
  const sets = Object.entries(groups).filter(([name]) => name.startsWith('public/'));
  const lines = sets.map(([name, { rows, figures }]) => [
    name.replace('public/', ''),
    thousands(rows),
    ...SET_FIGURES.map((figure) => cell(valueAlone(figures[figure]))),
  ]);
  return table(['set', 'rows', ...SET_FIGURES.map((name) => TITLES[name]!)], lines);
}

export function dataTable(sizes: readonly SetSize[]): string {
  const lines = sizes.map(({ set, tuning, reporting, weight }) => [set, ...[tuning, reporting, weight].map(String)]);
  return table(['set', 'tuning rows', 'reporting rows', 'weight'], lines);
}

export function weightsTable({ entailed, contradicted }: Calibration): string {
  const names = Object.keys(entailed.weights) as (keyof typeof entailed.weights)[];
  const lines = names.map((name) => [`\`${name}\``, entailed.weights[name], contradicted.weights[name]]);
  const all = [...lines, ['bias', entailed.bias, contradicted.bias]];
  return table(
    ['feature', 'entailed', 'contradicted'],
    all.map((line) => line.map(String)),
  );
}

export function thresholdsSentence({ thresholds, minConfidence, answerMinConfidence }: Calibration): string {
  const { entailed, contradicted } = thresholds;
  return `A sentence of a claim is entailed from a probability of ${entailed} and contradicted from ${contradicted}. A SUPPORTED claim passes from a confidence of ${minConfidence ?? 0}, a sentence of an answer from ${answerMinConfidence ?? minConfidence ?? 0}.`;
}

const RESULTS: readonly (readonly [group: string, title: string])[] = [
  ['public', '**this service**, ten public sets'],
  ['public-words-alone', 'word overlap, the same rows'],
  ['front-page', '**this service**, claims typed by first-time users'],
  ['hard', '**this service**, claims written to find errors'],
];
const RESULTS_FIGURES = ['accuracy', 'balancedAccuracy', 'auroc', 'passRight'];

export function resultsTable(groups: Groups): string {
  const lines = RESULTS.map(([group, title]) => {
    const { rows, figures } = groups[group]!;
    return [title, thousands(rows), ...RESULTS_FIGURES.map((name) => wholeOf(figures[name]))];
  });
  const heads = ['held-out claims, % (higher is better)', 'claims', 'accuracy, three verdicts'];
  return table([...heads, ...RESULTS_FIGURES.slice(1).map((name) => TITLES[name]!)], lines);
}

export function confidencesTable({ confidences }: Pick<Summary, 'confidences'>): string {
  const lines = confidences.map(({ atLeast, byVerdict, ...all }) => [
    `>= ${atLeast}`,
    ...[all, ...VERDICTS.map((verdict) => byVerdict[verdict])].flatMap(({ coverage, accuracy }) => [
      percent(coverage),
      percent(accuracy),
    ]),
  ]);
  return table(
    ['confidence', 'all kept', 'right', ...VERDICTS.flatMap((verdict) => [`${verdict} kept`, 'right'])],
    lines,
  );
}

/** Claims and answers that pass at a caller's `min_confidence`. */
export function passesTable({ passes }: Pick<Summary, 'passes'>): string {
  const lines = passes.map(({ minConfidence, passRight, truePass, rightAnswersPass, wrongAnswersPass }) => [
    minConfidence.toFixed(1),
    ...[passRight, truePass].map(percent),
    ...[rightAnswersPass, wrongAnswersPass].map(cell),
  ]);
  const heads = [
    'passed claims that are right',
    'true claims that pass',
    TITLES.rightAnswersPass!,
    TITLES.wrongAnswersPass!,
  ];
  return table(['`min_confidence`', ...heads], lines);
}

/** How far `outcome: pass` can be relied on, for the README. */
export function passesSentence({
  minConfidence,
  answerMinConfidence,
  groups,
}: Pick<Summary, 'minConfidence' | 'answerMinConfidence' | 'groups'>): string {
  const of = (group: string, name: string) => wholeOf(groups[group]?.figures[name]);
  const { rightAnswersPass, wrongAnswersPass } = groups['rag-answers/all']!.figures;
  return [
    `A SUPPORTED claim passes from a confidence of ${minConfidence}.`,
    `On public data, passed claims are ${of('public', 'passRight')} % precise, and ${of('public', 'rightPass')} % of correct SUPPORTED claims pass.`,
    `On claims typed by first-time users, these are ${of('front-page', 'passRight')} % and ${of('front-page', 'rightPass')} %.`,
    `A sentence of an answer passes from ${answerMinConfidence}. Of RAG answers with four to six passages, ${cell(rightAnswersPass)} wholly right ones pass, and ${cell(wrongAnswersPass)} with an error.`,
  ].join(' ');
}

export function attacksTable(attacks: readonly AttackScore[]): string {
  const lines = attacks.map(({ attack, pairs, falseSupported, falseRefusals, pairsRight }) => [
    ...[attack, String(pairs)],
    ...[falseSupported, falseRefusals, pairsRight].map(
      ({ value, low, high }) => `${whole(value)} % [${whole(low)}, ${whole(high)}]`,
    ),
  ]);
  return table(['attack', 'pairs', 'false SUPPORTED', 'false refusals', 'pairs right'], lines);
}

function cell(figure: number | Figure | undefined): string {
  if (figure === undefined) return '-';
  if (typeof figure === 'number') return figure.toFixed(3);
  if ('count' in figure) return `${figure.count} of ${thousands(figure.of)}`;
  const { value, low, high } = figure;
  if (value === null) return '-';
  return low === null || high === null
    ? value.toFixed(3)
    : `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function valueAlone(figure: Figure | undefined): Figure | undefined {
  return figure !== undefined && 'value' in figure ? { ...figure, low: null, high: null } : figure;
}

function wholeOf(figure: Figure | undefined): string {
  return figure !== undefined && 'value' in figure && figure.value !== null ? whole(figure.value) : '-';
}

function percent(share: number | null): string {
  return share === null || Number.isNaN(share) ? '-' : `${(100 * share).toFixed(1)} %`;
}

function whole(share: number): string {
  return (100 * share).toFixed(0);
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = heads.map(() => '---');
  return [heads, rule, ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
