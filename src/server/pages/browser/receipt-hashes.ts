import type { Receipt } from './answer-contract.ts';
import { el } from './dom.ts';

/** Names and hashes of a receipt. */
export function receiptHashes({ models, ...receipt }: Receipt): HTMLElement[] {
  const named = [
    ['Answer', receipt.report_sha256],
    ['Request', receipt.request_sha256],
    ['Verdict model', models.verdict],
    ['Evidence model', models.evidence ?? 'none'],
    ['Calibration', receipt.calibration_sha256],
    ['Version of the service', receipt.version],
  ] as const;
  return named.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, el('code', {}, value))));
}
