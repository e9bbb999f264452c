import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BOOTSTRAP } from '../../src/evaluation/bootstrap.ts';
import { type Coverage, coverageAt } from '../../src/evaluation/reliability.ts';
import { type AttackScore, attackScores } from '../../src/evaluation/summary.ts';
import type { Calibration } from '../../src/index.ts';
import { amongGroup } from './among-figures.ts';
import { answerGroups, disagreeingGroup, replacedGroup } from './answer-figures.ts';
import { claimGroup, claimGroups, contrastGroup, groupOfSets } from './claim-figures.ts';
import { bootstrap, type FigureOptions, type Groups } from './figure.ts';
import { AMONG } from './measure-among.ts';
import { neighboursGroup } from './neighbour-figures.ts';
import {
  type AmongRow,
  type AnswerRow,
  type ClaimRow,
  type DisagreeingRow,
  type EditionRow,
  FIGURES_FOLDER,
  MODEL_FOLDER,
  type NeighbourRow,
  type Rows,
  readJson,
} from './rows.ts';
import { CONTRAST_SET, HARD_SET, OWN_SETS } from './sets.ts';
import { type PassesAt, passesAt } from './thresholds.ts';

export interface Summary {
  readonly minConfidence: number;
  /** The same of a sentence of an answer. */
  readonly answerMinConfidence: number;
  readonly groups: Groups;
  readonly confidences: readonly Coverage[];
  /** Claims of users and hard ones, and all RAG answers: what passes at a confidence or more. */
  readonly passes: readonly PassesAt[];
  /** Pairs of the contrast set, by what is altered. */
  readonly attacks: readonly AttackScore[];
}

/** Confidences of the table of answers kept. */
const CONFIDENCES = [0.5, 0.6, 0.7, 0.8, 0.9] as const;

/** Computes every figure from the rows in the folder of the figures. */
export function summarise(resamples = DEFAULT_BOOTSTRAP.resamples): Summary {
  const { minConfidence = 0, answerMinConfidence = minConfidence } = sealedCalibration();
  const options = { minConfidence, resamples };
  const publicSets = readJson<Rows<ClaimRow>>('public');
  const pooled = Object.values(publicSets).flat();
  const pairs = readJson<Rows<ClaimRow>>(CONTRAST_SET)[CONTRAST_SET]!;
  return {
    minConfidence,
    answerMinConfidence,
    groups: {
      ...claims(publicSets, options),
      ...answers(options),
      ...neighbours(options),
      ...among(options),
      contrast: contrastGroup(pairs, options),
    },
    confidences: coverageAt(pooled, CONFIDENCES),
    passes: passesAt(
      ['front-page', HARD_SET].flatMap((set) => readJson<Rows<ClaimRow>>(set)[set]!),
      Object.values(readJson<Rows<AnswerRow>>('rag-answers')).flat(),
    ),
    attacks: attacks(pairs, options),
  };
}

export function sealedCalibration(): Calibration {
  return JSON.parse(readFileSync(join(MODEL_FOLDER, 'calibration.json'), 'utf8')) as Calibration;
}

function claims(publicSets: Rows<ClaimRow>, options: FigureOptions): Groups {
  const own = [HARD_SET, ...OWN_SETS].map(
    (set) => [set, claimGroup(readJson<Rows<ClaimRow>>(set)[set]!, options)] as const,
  );
  return {
    ...claimGroups('public', publicSets, options),
    'public-words-alone': groupOfSets(readJson<Rows<ClaimRow>>('public-words-alone'), options),
    ...Object.fromEntries(own),
  };
}

function answers(options: FigureOptions): Groups {
  const groups = Object.entries(readJson<Rows<AnswerRow>>('rag-answers')).map(([set, rows]) =>
    answerGroups(set, rows, options),
  );
  const disagreeing = readJson<Rows<DisagreeingRow>>('disagreeing-sources')['disagreeing-sources']!;
  const editions = readJson<Rows<EditionRow>>('replaced-editions')['replaced-editions']!;
  return {
    ...Object.assign({}, ...groups),
    'disagreeing-sources': disagreeingGroup(disagreeing),
    'replaced-editions': replacedGroup(editions),
  };
}

/** None until they are measured once: they take long. */
function neighbours(options: FigureOptions): Groups {
  if (!existsSync(join(FIGURES_FOLDER, 'neighbours.json'))) return {};
  return { neighbours: neighboursGroup(readJson<Rows<NeighbourRow>>('neighbours').neighbours!, options) };
}

function among(options: FigureOptions): Groups {
  if (!existsSync(join(FIGURES_FOLDER, 'among-sources.json'))) return {};
  const rows = readJson<Rows<AmongRow>>('among-sources')['among-sources']!;
  return Object.fromEntries(AMONG.map((count, place) => [`among/${count}`, amongGroup(rows, place, options)]));
}

function attacks(pairs: readonly ClaimRow[], options: FigureOptions): AttackScore[] {
  const rows = pairs.map(({ source, ...row }) => ({ ...row, set: CONTRAST_SET, sourceGroup: source }));
  return attackScores(rows, bootstrap(options));
}
