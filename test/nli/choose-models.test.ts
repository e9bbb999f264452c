import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ChoiceOptions, chooseModels } from '../../src/nli/cross-encoder.ts';
import { WorkerThread } from '../../src/nli/workers/thread.ts';
import { copyModel, editJson } from './support/model-copy.ts';
import { COMPACT_MODEL, fixture, goldenRows, openModel, openModels } from './support/models.ts';
import { scorePairs } from './support/score-pairs.ts';

const BERT = fixture('foreign-bert');

function reading(languages: readonly string[], dir: string = BERT): string {
  const copy = copyModel(dir);
  editJson(copy, 'manifest.json', (manifest) => ({ ...manifest, languages }));
  return copy;
}

/** A directory that cannot be opened: a test that does not fail has not opened it. */
function broken(): string {
  const copy = copyModel();
  writeFileSync(join(copy, 'manifest.json'), '{');
  return copy;
}

const choose = (verdict: string, evidence: string) => {
  const options: ChoiceOptions = { verdict: { dir: verdict, file: undefined }, evidence: { dir: evidence } };
  return chooseModels(options);
};

describe('the models that are used', () => {
  it('are two when the verdict model says it reads English', async () => {
    for (const languages of [['en'], ['de', 'EN-gb']]) {
      const chosen = await choose(reading(languages), COMPACT_MODEL);
      expect(chosen).toMatchObject({ languageUnstated: false, evidence: { dir: COMPACT_MODEL } });
      expect(chosen.verdict.id).toBe('foreign-bert');
    }
  });

  it.each<[string, readonly string[] | undefined]>([
    ['says nothing of languages', undefined],
    ['says it reads others', ['de', 'fr']],
    ['says it reads one that only begins alike', ['enm']],
  ])('are one when the verdict model %s, and the other is not opened', async (_, languages) => {
    const chosen = await choose(languages ? reading(languages) : BERT, broken());
    expect(chosen).toMatchObject({ languageUnstated: true, evidence: undefined });
  });

  it('are one when the same directory is in both places, however it is spelled', async () => {
    const chosen = await choose(BERT, `${BERT}/../foreign-bert/`);
    expect(chosen).toMatchObject({ languageUnstated: false, evidence: undefined });
  });

  it('are one when both directories hold the same files', async () => {
    const chosen = await choose(reading(['en']), copyModel(BERT));
    expect(chosen).toMatchObject({ languageUnstated: false, evidence: undefined });
  });

  it('must both be sound', async () => {
    await expect(choose(reading(['en']), broken())).rejects.toMatchObject({ code: 'invalid_model' });
  });
});

describe('opening them', () => {
  const opened = async (...args: Parameters<typeof openModels>) => {
    const started = vi.spyOn(WorkerThread, 'start');
    onTestFinished(() => started.mockRestore());
    const models = await openModels(...args);
    onTestFinished(() => models.encoder.close());
    const phases = started.mock.calls.map(([options]) => Object.keys(options.models));
    return { ...models, phases };
  };

  it('makes one session a worker for the same model twice', async () => {
    const { encoder, notices, phases } = await opened(BERT, { workers: 2 });
    expect(phases).toEqual([['verdict'], ['verdict']]);
    expect([encoder.evidence, notices]).toEqual([undefined, []]);
  });

  it('reports the time of a pair when a model does not say that it reads English', async () => {
    const { notices, encoder, phases } = await opened(BERT, { evidence: { dir: COMPACT_MODEL } });
    expect([encoder.evidence, phases]).toEqual([undefined, [['verdict']]]);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(
      /^The manifest of foreign-bert does not say that the model reads English .* one pair of 64 tokens takes [\d.e-]+ ms\.$/,
    );
  });

  it.each(['foreign-bert', 'foreign-roberta', 'foreign-deberta'])(
    'takes %s for the verdict behind the compact evidence model',
    async (name) => {
      const dir = reading(['en'], fixture(name));
      const options = { evidence: { dir: COMPACT_MODEL }, provider: 'auto' } as const;
      const { encoder, notices, phases } = await opened(dir, options);
      expect([notices, phases]).toEqual([[], [['verdict', 'evidence']]]);
      expect([encoder.verdict.info.id, encoder.evidence!.info.id]).toEqual([name, (await openModel(COMPACT_MODEL)).id]);
      const [row] = goldenRows(dir);
      const alone = (await opened(dir)).encoder;
      for (const phase of ['evidence', 'verdict'] as const) {
        const pairOf = (model: typeof encoder.verdict) => ({
          premise: model.tokenize(row!.premise),
          hypothesis: model.tokenize(row!.hypothesis),
        });
        const scores = await scorePairs(encoder, [pairOf(encoder[phase]!)], { phase });
        const same = await scorePairs(alone, [pairOf(alone.verdict)]);
        if (phase === 'verdict') expect(scores).toEqual(same);
        else expect(scores).not.toEqual(same);
      }
      expect(encoder.stats.phases).toMatchObject({ evidence: { scoredPairs: 1 }, verdict: { scoredPairs: 1 } });
    },
  );

  it('hands over the calibration of the verdict model', async () => {
    const { calibration } = await opened(COMPACT_MODEL);
    expect(calibration).toEqual((await openModel(COMPACT_MODEL)).calibration);
  });
});
