import type { Verdict } from '../../src/index.ts';

export interface ChanceResult {
  readonly claim: string;
  readonly verdict: Verdict;
  readonly passes: boolean;
  /** The operation of the calculation that was found to give the claim's number, if one was; none of one that contradicts it. */
  readonly operation: string | undefined;
}

/** One line for each calculation and each SUPPORTED, which are all mistakes, then their shares. */
export function chanceReport(results: readonly ChanceResult[]): string {
  const derived = results.filter(({ operation }) => operation !== undefined);
  const supported = results.filter(({ verdict }) => verdict === 'SUPPORTED');
  const listed = results.filter((result) => derived.includes(result) || supported.includes(result));
  const share = (some: readonly ChanceResult[]) =>
    `${some.length} of ${results.length} (${((100 * some.length) / Math.max(1, results.length)).toFixed(2)} %)`;
  return [
    ...listed.map(({ verdict, passes, operation, claim }) =>
      [verdict, ...(passes ? ['passes'] : []), ...(operation === undefined ? [] : [operation]), claim].join('\t'),
    ),
    `derivations found: ${share(derived)}`,
    `SUPPORTED: ${share(supported)}`,
    `SUPPORTED that pass: ${share(supported.filter(({ passes }) => passes))}`,
  ].join('\n');
}

/** The operation of the first `derivation` in a result's full detail, wherever it is kept. */
export function operationIn(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined;
  const { derivation } = detail as { derivation?: { operation?: string } | null };
  if (derivation?.operation !== undefined) return derivation.operation;
  for (const value of Object.values(detail)) {
    const operation = operationIn(value);
    if (operation !== undefined) return operation;
  }
  return undefined;
}
