import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingOfLine } from '../../../src/cli/check/checked-draft.ts';
import { type Decision, decisionsSummary, readDecisions } from '../../../src/cli/review/decisions.ts';
import type { DraftLine } from '../../../src/documents/check/draft-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { exampleDraft } from '../check/example.ts';

const { lines, sources, models } = await exampleDraft();
const line = lines.find(({ verdict }) => verdict === 'UNSUPPORTED')!;
const finding = findingOfLine(line, { sources, models });

const decided = (key: string, decision: Decision['decision'], day = 1): Decision => {
  return { key, decision, note: '', decided_at: `2026-03-0${day}T00:00:00.000Z` };
};

describe('a finding', () => {
  it('is a row of a labeled set, with the words of its evidence as source', () => {
    expect(finding).toMatchObject({
      claim: line.text,
      grounding_source: line.evidence[0]!.text,
      verdict: 'UNSUPPORTED',
    });
  });

  it.each([
    ['the sentence', { ...line, text: 'The one in Lyon employs 531 people.' }, sources, models],
    ['the verdict', { ...line, verdict: 'UNCERTAIN' as const }, sources, models],
    ['the evidence', { ...line, evidence: [{ ...line.evidence[0]!, text: 'x' }] }, sources, models],
    [
      'the source file',
      line,
      { ...sources, documents: sources.documents.map((one) => ({ ...one, sha256: 'changed' })) },
      models,
    ],
    ['a model', line, sources, { ...models, evidence: 'other' }],
  ])('has another key when %s changes', (_, changed, folder, hashes) => {
    expect(findingOfLine(changed as DraftLine, { sources: folder, models: hashes }).key).not.toBe(finding.key);
  });

  it('keeps its key when the sentence moves, or the confidence changes', () => {
    expect(findingOfLine({ ...line, start: 5, confidence: 0.5 }, { sources, models }).key).toBe(finding.key);
  });
});

describe('decisionsSummary', () => {
  it('counts the newest decision of each finding, repeated sentences each, and those of findings that changed', () => {
    const other = findingOfLine(lines.find(({ verdict }) => verdict === 'SUPPORTED')!, { sources, models });
    const decisions = [
      decided(finding.key, 'accept', 2),
      decided(finding.key, 'reject', 1),
      decided('f'.repeat(64), 'accept'),
    ];
    expect(decisionsSummary(decisions, [finding, other, finding])).toBe(
      'Decisions: 2 of 3 findings decided, 2 of them accepted; 1 about findings that changed.',
    );
  });
});

describe('readDecisions', () => {
  it('reads several files with all their fields, a repeated decision once', async () => {
    const folder = await temporaryFolder();
    const path = (name: string) => join(folder, name);
    await writeFile(path('one.json'), JSON.stringify([{ ...finding, ...decided(finding.key, 'accept') }]));
    await writeFile(path('two.json'), JSON.stringify([decided(finding.key, 'reject', 2)]));
    const decisions = await readDecisions([path('one.json'), path('two.json'), path('one.json')]);
    expect(decisions).toMatchObject([{ claim: line.text, decision: 'accept' }, { decision: 'reject' }]);
  });

  it.each(['{}', 'not JSON', '[{"key": "short"}]'])('refuses %s', async (text) => {
    const path = join(await temporaryFolder(), 'x.json');
    await writeFile(path, text);
    await expect(readDecisions([path])).rejects.toThrow('is not a file of decisions that a report saved');
  });

  it('refuses a file that does not exist', async () => {
    await expect(readDecisions(['/no/such/file.json'])).rejects.toThrow('ENOENT');
  });
});
