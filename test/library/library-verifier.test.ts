import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError as ClientServiceError } from '../../src/client/index.ts';
import {
  createVerifier,
  type FileCheckOptions,
  LIMITS,
  type LibraryVerifier,
  ServiceError,
  type Verdict,
} from '../../src/library/index.ts';
import { TINY_MODEL } from '../support/small-models.ts';
import { testServer, verifyRequest } from '../support/test-server.ts';

const BODY = { claim: 'The plant makes valves.', grounding_source: 'The plant employs 350 people. It makes valves.' };

let verifier: LibraryVerifier;
beforeAll(async () => {
  verifier = await createVerifier({ modelDir: TINY_MODEL, evidenceModelDir: TINY_MODEL, maxQueueMs: 600_000 });
});
afterAll(() => verifier?.close());

describe('the library', () => {
  it('answers in the form and under the names of the API', async () => {
    const answer = await verifier.verify(BODY);
    expect(Object.keys(answer)).toEqual(['verdict', 'confidence', 'reasoning', 'audit_trail']);
    expect(answer.audit_trail[0]?.claim_span).toBe(BODY.claim);
    const { detail } = await verifier.verify(BODY, { detail: 'full' });
    expect(detail.models.verdict).toBe(verifier.info.model.sha256);
    const { claim, grounding_source } = BODY;
    const { outcome, reason_codes } = detail;
    expect(await verifier.verifyBatch({ claims: [claim], grounding_source })).toEqual({
      results: [{ ...answer, outcome, reason_codes }],
    });
  });

  it('checks whole answers, sentence by sentence', async () => {
    const texts: string[] = [];
    const answer = await verifier.verifyAnswer(
      { answer: 'It makes valves.', sources: [{ id: '1', text: BODY.grounding_source }] },
      { onSentence: ({ text }) => texts.push(text) },
    );
    expect([answer.counts.checked, texts]).toEqual([1, ['It makes valves.']]);
  });

  it('checks a draft against a folder, with evidence, and reports what was not read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'library-check-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'sources'));
    writeFileSync(join(folder, 'sources/plant.md'), '# Plants\n\nThe plant in Lyon makes valves.\n');
    writeFileSync(join(folder, 'sources/broken.pdf'), 'no PDF');
    writeFileSync(join(folder, 'draft.md'), '# Draft\n\nThe plant in Lyon makes valves.\n');
    const files = { draft: join(folder, 'draft.md'), against: join(folder, 'sources') };
    const unread: string[] = [];
    const sentences: [string, Verdict | null, string | null, string | null][] = [];
    const onSources: FileCheckOptions['onSources'] = (sources) =>
      unread.push(...sources.unread.map(({ file }) => file));
    for await (const { text, verdict, file, heading } of verifier.checkDocument(files, { onSources }))
      sentences.push([text, verdict, file, heading]);
    expect(unread).toEqual(['broken.pdf']);
    expect(sentences).toEqual([
      ['# Draft', null, null, null],
      ['The plant in Lyon makes valves.', 'SUPPORTED', 'plant.md', 'Plants'],
    ]);
    const missing = [
      [{ ...files, draft: join(folder, 'none.docx') }, 'invalid_request', 'none.docx" does not exist.'],
      [{ ...files, against: join(folder, 'none') }, 'invalid_configuration', 'The folder of documents'],
    ] as const;
    for (const [wrong, code, message] of missing) {
      const refused = await verifier
        .checkDocument(wrong)
        .next()
        .catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({ code, message: expect.stringContaining(message) });
    }
  });

  it.each([
    ['nothing', undefined],
    ['another name', { claim: 'x', source: 'y' }],
    ['no claim', { grounding_source: 'y' }],
    ['an empty claim', { ...BODY, claim: '' }],
    ['a number', { ...BODY, claim: 7 }],
    ['a claim over the limit', { ...BODY, claim: 'x'.repeat(LIMITS.claim + 1) }],
    ['a source over the limit', { ...BODY, grounding_source: 'x'.repeat(LIMITS.grounding_source + 1) }],
  ])('refuses %s with the code, the sentence and the details of the API', async (_, body) => {
    const { app } = testServer();
    const { error } = (await app.inject(verifyRequest({ payload: JSON.stringify(body ?? null) }))).json();
    const refused = await verifier.verify(body as typeof BODY).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(ServiceError);
    expect(refused).toBeInstanceOf(ClientServiceError);
    const { code, message, details } = refused as ServiceError;
    // A call without an argument is no JSON, so its sentence has no counterpart.
    if (body === undefined)
      expect(message).toContain('Expected a JSON object with the fields claim and grounding_source');
    else expect({ code, message, ...(details && { details }) }).toEqual(error);
  });

  it('refuses wrong options, many claims and long answers with a code', async () => {
    const claims = Array(LIMITS.claims + 1).fill('x');
    const sources = [{ id: '1', text: 'y' }];
    const wrong = [
      verifier.verify(BODY, { detail: 'all' as 'full' }),
      verifier.verifyBatch({ claims, grounding_source: 'y' }),
      verifier.verifyAnswer({ answer: 'x'.repeat(LIMITS.answer + 1), sources }),
    ];
    for (const call of wrong) await expect(call).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(createVerifier({ modelDir: '/none' })).rejects.toMatchObject({
      code: 'invalid_model',
      message: '/none: the model directory does not exist.',
    });
  });

  it.each([
    [{ modelDri: 'x' }, 'The option modelDri is not known: did you mean modelDir?'],
    [{ colour: 'x' }, 'The option colour is not known.'],
    [{ workers: 'two' }, 'The option workers cannot be used: expected number, received string.'],
    [{ workers: 65 }, 'The option workers cannot be used: expected number to be <=64.'],
    [{ executionProvider: 'gpu' }, 'The option executionProvider cannot be used: expected one of "auto"|"cpu"|"cuda".'],
  ])('says what is wrong with the options %j', async (options, message) => {
    await expect(createVerifier(options as object)).rejects.toMatchObject({ code: 'invalid_configuration', message });
  });

  it('rejects with the reason of an aborted signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(verifier.verify(BODY, { signal })).rejects.toThrow('enough');
  });

  it('says of a verifier that `await using` closed that it was closed', async () => {
    let other: LibraryVerifier;
    {
      await using open = await createVerifier({ modelDir: TINY_MODEL, evidenceModelDir: TINY_MODEL, workers: 1 });
      other = open;
    }
    await other.close();
    await expect(other.verify(BODY)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.any(String),
    });
  });
});
