import { describe, expect, it } from 'vitest';
import type { JudgedRow } from '../../../src/evaluation/labelled-rows.ts';
import { renderReport } from '../../../src/evaluation/report/report.ts';
import { type RunInfo, toResults } from '../../../src/evaluation/results.ts';
import { judged, outcome, repeat } from '../../support/outcomes.ts';

const HOSTILE = `</p><script src="https://evil.example/x.js">alert('x')</script>&amp;<img src=x onerror='y'>`;
const options = { resamples: 20, seed: 1 };
const facts: RunInfo = {
  judge: HOSTILE,
  settings: { [HOSTILE]: HOSTILE },
  half: 'all',
  startedAt: '2025-01-01T00:00:00.000Z',
  rowsPerSecond: 12.34,
  pairs: [{ origin: HOSTILE, pairs: 4321 }],
  leftOut: [{ set: HOSTILE, reason: HOSTILE, rows: 3 }],
};

function hostileRow(id: string): JudgedRow {
  const claim = `${HOSTILE} claim`;
  return {
    row: { set: HOSTILE, id, claim, source: HOSTILE, label: 'UNSUPPORTED', category: HOSTILE },
    judgement: {
      verdict: 'SUPPORTED',
      confidence: 0.9,
      supported: 0.9,
      reasoning: HOSTILE,
      auditTrail: [
        { claimSpan: { start: 0, end: 12 }, sourceSpan: { start: 4, end: 30 }, matchType: 'exact_match' },
        { claimSpan: { start: 8, end: claim.length }, sourceSpan: undefined, matchType: 'insufficient_evidence' },
      ],
    },
  };
}

const report = (rows: readonly JudgedRow[]) => renderReport({ results: toResults(facts, rows, options), judged: rows });

const mixed = [
  ...repeat(3, outcome('SUPPORTED', 'SUPPORTED', 0.9, 0.9)),
  outcome('UNSUPPORTED', 'UNCERTAIN', 0.6, 0.2),
  outcome('NOT_SUPPORTED', 'UNSUPPORTED', 0.7, 0.1),
].map((answer, index) => judged(index % 2 === 0 ? 'even' : 'odd', String(index), answer));

describe('renderReport', () => {
  it('escapes every text that comes from outside, and loads nothing', () => {
    const page = report([hostileRow('1')]);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;script src=&quot;https://evil.example');
    expect(page.match(/(src|href|url|@import|xlink)\s*[=(]/g)?.filter((found) => !found.startsWith('src'))).toEqual([]);
    expect(page.replaceAll(/&lt;.*?&gt;/g, '')).not.toMatch(/<[^>]*\s(src|href)=/);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  });

  it('is well formed: every element that is opened is closed in turn', () => {
    const page = report(mixed).replace(/<style>.*?<\/style>/s, '');
    const open: string[] = [];
    for (const [, close, name, rest] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g)) {
      if (close === '/') expect(open.pop()).toBe(name);
      else if (!rest!.endsWith('/') && !['meta', 'br'].includes(name!)) open.push(name!);
    }
    expect(open).toEqual([]);
  });

  it('shows the numbers and the sets', () => {
    const page = report(mixed);
    expect(page).toContain('12.3 rows/s');
    for (const title of ['Balanced accuracy', 'Verdicts by label', 'Mean over sets', 'even', 'odd']) {
      expect(page).toContain(title);
    }
    expect(page).toMatch(/<td>SUPPORTED<\/td>(<td>\d<\/td>){3}/);
    expect(page).not.toMatch(/NaN|undefined|\[object/);
  });

  it('says what is kept above a confidence, by verdict, and how each category came out', () => {
    const rows = mixed.map(({ row, judgement }) => ({ row: { ...row, category: `kind ${row.label}` }, judgement }));
    const page = report(rows);
    expect(page).toContain('<th scope="col">UNSUPPORTED kept</th>');
    // Four of five rows have 0.7 or more and are right; so has the one UNSUPPORTED, and the one UNCERTAIN has not.
    expect(page).toMatch(/≥ 0\.7<\/td><td>80\.0 %<\/td><td>100\.0 %<\/td>(<td>100\.0 %<\/td>){4}<td>0\.0 %<\/td><td>–/);
    expect(page).toContain('<td>kind SUPPORTED</td><td>3</td><td>1.000</td>');
    expect(report(mixed)).not.toContain('Categories');
  });

  it('says for each attack how often an altered claim passed and an unaltered one did not', () => {
    const rows = mixed
      .slice(2, 4)
      .map(({ row, judgement }) => ({ row: { ...row, set: 's', category: HOSTILE, pair: 'p' }, judgement }));
    const page = report(rows);
    expect(page).toContain('<h2>Attacks</h2>');
    expect(page).toContain('<td>all pairs</td><td>1</td><td>0.0 %<small>[0.000, 0.000]</small></td>');
    expect(page).not.toContain('<img');
    expect(report(mixed)).not.toContain('Attacks');
  });

  it('says where the scores of how many pairs came from', () => {
    expect(report(mixed)).toContain('<td>4321</td>');
  });

  it('marks the audit trail in claim and source where spans overlap', () => {
    const page = report([hostileRow('1')]);
    expect(page).toContain('<mark class="for solid"><sup>1</sup>&lt;/p&gt;&lt;scr</mark>');
    expect(page).toContain('<mark class="for solid"><sup>2</sup>ipt ');
    expect(page).toContain('no matching text in the source');
  });

  it('shows the surest mistakes first, at most eight of a set, and says when there are none', () => {
    const wrong = Array.from({ length: 12 }, (_, index) =>
      judged('set', `row-${index}`, outcome('UNSUPPORTED', 'SUPPORTED', index / 20)),
    );
    const page = report(wrong);
    expect(page.match(/set · row-\d+/g)).toEqual([11, 10, 9, 8, 7, 6, 5, 4].map((index) => `set · row-${index}`));
    expect(report(mixed.slice(0, 1))).toContain('No wrong verdicts.');
  });
});
