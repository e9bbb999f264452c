import { describe, expect, it } from 'vitest';
import { withSections } from '../../../scripts/refit/pages.ts';
import {
  attacksTable,
  confidencesTable,
  dataTable,
  figuresTable,
  passesSentence,
  setsTable,
} from '../../../scripts/refit/tables.ts';

const measured = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
const GROUPS = {
  public: { rows: 3386, figures: { auroc: measured(0.8), passRight: measured(0.861), rightPass: measured(0.6) } },
  'public/scifact': { rows: 180, figures: { auroc: measured(0.9) } },
  'front-page': { rows: 149, figures: { passRight: measured(0.95), rightPass: measured(0.5) } },
  'rag-answers/all': {
    rows: 40,
    figures: { rightAnswersPass: { count: 6, of: 20 }, wrongAnswersPass: { count: 1, of: 20 } },
  },
};

function rowsOf(table: string): string[][] {
  return table.split('\n').map((line) => line.slice(2, -2).split(' | '));
}

describe('figuresTable', () => {
  const earlier = { public: { auroc: 0.75 }, 'rag-answers/all': { rightAnswersPass: { count: 0, of: 20 } } };
  const [, , auroc, balanced, ...rest] = rowsOf(figuresTable(GROUPS, earlier));

  it('has the figures of the earlier and the current version', () => {
    expect(auroc!.slice(2)).toEqual(['0.750', '0.800 [0.700, 0.900]']);
    expect(rest.map((line) => line.slice(2))).toContainEqual(['0 of 20', '6 of 20']);
  });

  it('has a dash for what was not measured', () => {
    expect(balanced!.slice(2)).toEqual(['-', '-']);
  });
});

describe('setsTable', () => {
  it('lists each public set without intervals', () => {
    expect(rowsOf(setsTable(GROUPS)).slice(2)).toEqual([['scifact', '180', '0.900', '-', '-', '-', '-', '-']]);
  });
});

describe('dataTable', () => {
  it('lists the rows of both halves and the weight', () => {
    const sizes = [{ set: 'hard', tuning: 221, reporting: 58, weight: 3 }];
    expect(rowsOf(dataTable(sizes))[2]).toEqual(['hard', '221', '58', '3']);
  });
});

describe('passesSentence', () => {
  it('has whole percents of claims and counts of answers', () => {
    const numbers = passesSentence({ minConfidence: 0.77, answerMinConfidence: 0.5, groups: GROUPS }).match(
      /[\d.]*\d/g,
    );
    expect(numbers).toEqual(['0.77', '86', '60', '95', '50', '0.5', '6', '20', '1', '20']);
  });
});

describe('confidencesTable', () => {
  it('has the share kept and the share right, of all and of each verdict', () => {
    const kept = { rows: 1, coverage: 0.5, accuracy: 0.75 };
    const byVerdict = { SUPPORTED: kept, UNSUPPORTED: kept, UNCERTAIN: { ...kept, accuracy: Number.NaN } };
    const [, , line] = rowsOf(confidencesTable({ confidences: [{ atLeast: 0.7, ...kept, byVerdict }] }));
    expect(line).toEqual(['>= 0.7', '50.0 %', '75.0 %', '50.0 %', '75.0 %', '50.0 %', '75.0 %', '50.0 %', '-']);
  });
});

describe('attacksTable', () => {
  it('has percents with their intervals', () => {
    const [falseSupported, falseRefusals, pairsRight] = [measured(0.2), measured(0.3), measured(0.5)];
    const attack = { attack: 'unit', pairs: 53, falseSupported, falseRefusals, pairsRight };
    expect(rowsOf(attacksTable([attack]))[2]).toEqual([
      'unit',
      '53',
      '20 % [10, 30]',
      '30 % [20, 40]',
      '50 % [40, 60]',
    ]);
  });
});

describe('withSections', () => {
  const page = 'a\n<!-- figures: one -->\nold\n<!-- /figures -->\nb\n<!-- figures: two -->\n<!-- /figures -->\n';

  it('replaces what is between the markers, and is stable', () => {
    const written = withSections(page, { two: '2', one: '1' });
    expect(written).toBe(
      'a\n<!-- figures: one -->\n1\n<!-- /figures -->\nb\n<!-- figures: two -->\n2\n<!-- /figures -->\n',
    );
    expect(withSections(written, { one: '1', two: '2' })).toBe(written);
  });

  it('throws for a section without markers', () => {
    expect(() => withSections(page, { three: '3' })).toThrow('figures: three');
  });
});
