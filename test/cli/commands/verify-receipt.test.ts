import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerRequestReader } from '../../../src/answer/answer-request.ts';
import { withReceipt } from '../../../src/answer/receipt.ts';
import { runCommand } from '../../support/run-command.ts';

const REQUEST = { answer: 'It rose.', sources: [{ id: 'a', text: 'It rose.' }] };
const ANSWER = withReceipt(
  {
    outcome: 'pass',
    verdict: 'SUPPORTED',
    offsets: 'utf16',
    min_confidence: 0,
    counts: { sentences: 1, checked: 1, supported: 1, unsupported: 0, uncertain: 0, passed: 1 },
    grounding_score: 1,
    sentences: [],
  },
  {
    input: answerRequestReader()(REQUEST),
    models: { verdict: 'a'.repeat(64), evidence: null },
    calibration: {},
    version: '1.0.0',
  },
);

describe('claim-verifier verify-receipt', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'receipt-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function written(name: string, content: unknown): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return path;
  }

  it('says which hashes are the same, and that they are no signature', async () => {
    const answer = await written('answer.json', ANSWER);
    const request = await written('request.json', `\ufeff${JSON.stringify(REQUEST)}`);
    const { code, stdout, stderr } = await runCommand(['verify-receipt', '--answer', answer, '--request', request]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'report_sha256 is that of the answer.',
      'request_sha256 is that of the request.',
      expect.stringMatching(/^A receipt is no signature: /),
      '',
    ]);
  });

  it('fails for an answer that was changed, with both hashes', async () => {
    const answer = await written('changed.json', { ...ANSWER, verdict: 'UNSUPPORTED' });
    const { code, stdout } = await runCommand(['verify-receipt', '--answer', answer]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^report_sha256 differs: the receipt says [0-9a-f]{64}, the answer has [0-9a-f]{64}\.\n/);
    expect(stdout).not.toContain('request_sha256');
    expect(stdout).toContain('no signature');
  });

  it('fails for another request', async () => {
    const answer = await written('answer.json', ANSWER);
    const request = await written('other.json', { ...REQUEST, uncertain: 'fail' });
    const { code, stdout } = await runCommand(['verify-receipt', '--answer', answer, '--request', request]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^report_sha256 is that of the answer\.\nrequest_sha256 differs: /);
  });

  it.each([
    ['{', /^Expected JSON in ".*bad\.json", got something else\.\n$/],
    ['{}', /^Expected an answer of POST \/v1\/verify\/answer, with a receipt/],
  ])('refuses a file that is none in a sentence: %s', async (content, message) => {
    const { code, stdout, stderr } = await runCommand([
      'verify-receipt',
      '--answer',
      await written('bad.json', content),
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('names the file that it cannot read, and the option that is missing', async () => {
    const missing = await runCommand(['verify-receipt', '--answer', '/nope.json']);
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Expected a readable file, got "\/nope\.json": ENOENT/),
    });
    expect((await runCommand(['verify-receipt'])).stderr).toContain("required option '--answer <file>'");
  });
});
