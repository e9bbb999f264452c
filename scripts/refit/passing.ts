import { share } from './figure.ts';
import type { ClaimRow } from './rows.ts';

export type Passing = Pick<ClaimRow, 'label' | 'verdict'> & { readonly passes: boolean };

export function passesFrom(least: number): (one: Pick<ClaimRow, 'verdict' | 'confidence'>) => boolean {
  return ({ verdict, confidence }) => verdict === 'SUPPORTED' && confidence >= least;
}

export function trueUnsupported(rows: readonly Passing[]): number {
  return share(
    rows.filter(({ label }) => label === 'SUPPORTED'),
    ({ verdict }) => verdict === 'UNSUPPORTED',
  );
}

/** Share of the claims that are not SUPPORTED by their label and pass. */
export function falsePass(rows: readonly Passing[]): number {
  return share(
    rows.filter(({ label }) => label !== 'SUPPORTED'),
    ({ passes }) => passes,
  );
}

/** Share of the claims that pass which are SUPPORTED by their label. */
export function passRight(rows: readonly Passing[]): number {
  return share(
    rows.filter(({ passes }) => passes),
    ({ label }) => label === 'SUPPORTED',
  );
}

/** Share of the correct SUPPORTED verdicts that pass. */
export function rightPass(rows: readonly Passing[]): number {
  return share(
    rows.filter(({ label, verdict }) => label === 'SUPPORTED' && verdict === 'SUPPORTED'),
    ({ passes }) => passes,
  );
}
