import { pMapIterable } from 'p-map';
import type { Verifier } from '../../src/index.ts';
import { loadAnswers } from './load.ts';
import { type AmongRow, type AmongVerdict, writeRows } from './rows.ts';
import { type DividedRow, OWN_SETS } from './sets.ts';

/** The sources that a claim is checked against, its own included. */
export const AMONG = [1, 20, 200] as const;

/** Sets whose claims are measured: those most like what users type. */
const SETS = ['front-page', 'natural'] as const;

const CONCURRENCY = 4;

/** Checks claims of the reporting halves against their own source alone and among sources of other claims. */
export async function measureAmong(verifier: Verifier, rows: readonly DividedRow[]): Promise<void> {
  const others = otherSources(rows);
  const claims = rows.filter(({ row, half }) => half === 'reporting' && SETS.some((set) => set === row.set));
  const judge = async ({ row, source }: DividedRow): Promise<AmongRow> => {
    const { id, label, claim } = row;
    const own = row.source;
    const verdicts: AmongVerdict[] = [];
    for (const count of AMONG) {
      const texts = [...others.filter((text) => text !== own).slice(0, count - 1), own];
      const sources = texts.map((text, i) => ({ id: String(i + 1), text }));
      const { verdict, outcome } = await verifier.verifyAnswer({ answer: claim, sources, citations: 'none' });
      verdicts.push([verdict ?? 'UNCERTAIN', outcome === 'pass']);
    }
    return { id, label, source, verdicts };
  };
  const measured: AmongRow[] = [];
  for await (const row of pMapIterable(claims, judge, { concurrency: CONCURRENCY })) measured.push(row);
  writeRows('among-sources', { 'among-sources': measured });
}

/** The sources of the own sets and of the RAG answers. */
function otherSources(rows: readonly DividedRow[]): string[] {
  const claims = rows
    .filter(({ row }) => !LONG_TEXTS.has(row.set) && OWN_SETS.some((own) => own === row.set))
    .map(({ row }) => row.source);
  const answers = [...loadAnswers('').values()].flat().flatMap(({ sources }) => sources.map(({ text }) => text));
  return [...new Set([...claims, ...answers])];
}

/** 200 sources of these sets are more text than a request may have. */
const LONG_TEXTS: ReadonlySet<string> = new Set(['kinds-of-text', 'everyday']);
