import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fittedFor } from '../../src/cli/calibration/examine-rows.ts';
import { keptPairs, printLines, stopSignal } from '../../src/cli/command-line.ts';
import { openScoreFile, type ScoreFile } from '../../src/cli/evaluation/score-file.ts';
import { halfOf } from '../../src/evaluation/split.ts';
import { createVerifier, DEFAULT_CALIBRATION } from '../../src/index.ts';
import { type Examined, examineDivided, fitTuningHalves, sealCalibration } from './calibrate.ts';
import { fitAnswerMinConfidence } from './fit-answers.ts';
import { judgeNeighbours } from './judge-neighbours.ts';
import { loadFitted } from './load.ts';
import { measureAmong } from './measure-among.ts';
import { measureDisagreeing, measureReplaced, readAnswers } from './measure-answers.ts';
import { measureClaims, measureContrast, measureWordsAlone } from './measure-claims.ts';
import { toNeighbourRow } from './neighbour-figures.ts';
import { writePages } from './pages.ts';
import { FIGURES_FOLDER, writeRows } from './rows.ts';
import { sizesOf } from './sets.ts';
import { sealedCalibration, summarise } from './summary.ts';

/**
 * Fits and seals the calibration of claim-nli, measures it, and writes every figure of the pages:
 * `npm run refit -- --sets FOLDER --scores FILE`. `--figures-only` keeps the calibration, `--neighbours` measures the claims
 * among unrelated sentences and among other sources too, and `--pages-only` writes the pages from the figures in the repository.
 */
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    scores: { type: 'string' },
    'figures-only': { type: 'boolean', default: false },
    'pages-only': { type: 'boolean', default: false },
    neighbours: { type: 'boolean', default: false },
  },
});

/** The queue must not refuse a claim for what is waiting. */
const UNLIMITED = { maxQueueMs: Number.MAX_SAFE_INTEGER };

if (!values['pages-only']) {
  if (values.sets === undefined || values.scores === undefined)
    throw new Error(
      'Expected --sets FOLDER with the public sets and hard.jsonl, and --scores FILE for the scores of pairs.',
    );
  await refit(values.sets, values.scores);
}
writePages();

async function refit(sets: string, scores: string): Promise<void> {
  const signal = stopSignal(keptPairs(scores));
  const scoreStore = openScoreFile(scores, signal);
  const work = { sets, scoreStore, signal };
  try {
    await measure(await fit(work), work);
  } finally {
    scoreStore.close();
  }
}

interface Work {
  readonly sets: string;
  readonly scoreStore: ScoreFile;
  readonly signal: AbortSignal;
}

/** The labeled rows as the models and the rules see them; a new calibration is fitted to them and sealed first. */
async function fit(work: Work): Promise<Examined[]> {
  const { sets, scoreStore, signal } = work;
  const rows = await loadFitted(sets, signal);
  printLines(process.stderr, [`${rows.length} labeled rows`]);
  writeFileSync(join(FIGURES_FOLDER, 'data.json'), `${JSON.stringify(sizesOf(rows), null, 1)}\n`);
  // The calibration in the folder may belong to another model or policy and would be refused.
  const verifier = await createVerifier({ ...UNLIMITED, calibration: DEFAULT_CALIBRATION, scoreStore });
  try {
    const examined = await examineDivided(rows, verifier, signal);
    if (!values['figures-only']) {
      await sealCalibration(fitTuningHalves(examined, fittedFor(verifier)));
      await fitAnswers(work);
      printLines(process.stderr, ['fitted and sealed']);
    }
    return examined;
  } finally {
    await verifier.close();
  }
}

/** Fits what answers need to pass, with the calibration that was sealed, and seals both. */
async function fitAnswers({ sets, scoreStore }: Work): Promise<void> {
  const verifier = await createVerifier({ ...UNLIMITED, scoreStore });
  try {
    const { 'rag-answers': own = [], answers = [] } = await readAnswers(verifier, sets);
    // The few answers that the design was made with are tuned on whole.
    const tuning = [...own.filter(({ id }) => halfOf(id) === 'tuning'), ...answers];
    await sealCalibration({ ...sealedCalibration(), answerMinConfidence: fitAnswerMinConfidence(tuning) });
  } finally {
    await verifier.close();
  }
}

async function measure(examined: readonly Examined[], { sets, scoreStore, signal }: Work): Promise<void> {
  const calibration = sealedCalibration();
  measureClaims(examined, calibration);
  measureWordsAlone(examined);
  printLines(process.stderr, ['claims measured']);
  const verifier = await createVerifier({ ...UNLIMITED, scoreStore });
  try {
    writeRows('rag-answers', await readAnswers(verifier, sets));
    await measureDisagreeing(verifier);
    await measureReplaced(verifier);
    await measureContrast(verifier, calibration, signal);
    printLines(process.stderr, ['answers and pairs measured']);
    if (values.neighbours) {
      const claims = await judgeNeighbours(verifier);
      writeRows('neighbours', { neighbours: claims.map(toNeighbourRow) });
      await measureAmong(verifier, examined);
    }
  } finally {
    await verifier.close();
  }
  writeFileSync(join(FIGURES_FOLDER, 'summary.json'), `${JSON.stringify(summarise(), null, 1)}\n`);
}
