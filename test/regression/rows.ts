import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimVerifier, Verdict } from '../../src/index.ts';

/** A labelled claim of our own writing. NOT_SUPPORTED leaves open whether the source contradicts it or is silent. */
export interface Row {
  readonly id: string;
  readonly kind: string;
  readonly label: Verdict | 'NOT_SUPPORTED';
  readonly claim: string;
  readonly grounding_source: string;
}

export interface JudgedRow extends Row {
  readonly verdict: Verdict;
  readonly right: boolean;
  readonly wronglySupported: boolean;
}

export function readRows(): Row[] {
  const lines = readFileSync(join(import.meta.dirname, 'claims.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

const AT_ONCE = 8;

/** Judges all rows, a few at a time. */
export async function judgeRows(verifier: ClaimVerifier, rows: readonly Row[]): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    judged.push(...(await Promise.all(rows.slice(i, i + AT_ONCE).map((row) => judgeRow(verifier, row)))));
  }
  return judged;
}

async function judgeRow(verifier: ClaimVerifier, row: Row): Promise<JudgedRow> {
  const { verdict } = await verifier.verify({ claim: row.claim, source: row.grounding_source });
  const right = row.label === 'NOT_SUPPORTED' ? verdict !== 'SUPPORTED' : verdict === row.label;
  return { ...row, verdict, right, wronglySupported: verdict === 'SUPPORTED' && row.label !== 'SUPPORTED' };
}
