import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { startService, temporaryFolder } from '../../support/service-process.ts';

const SENTENCES = [
  'The mill at Alder Bridge was built in 1921.',
  'Its first owner was a baker from the next valley.',
  'Two fires destroyed the roof before the war.',
  'The mill employs 350 people today.',
  'Most of them live in the villages along the river.',
  'Flour is sold to bakeries in four countries.',
  'The old wheel still turns on Sundays.',
  'Visitors pay nothing to see it.',
  'A small museum shows tools and letters.',
  'The river froze in the winter of 1963.',
  'A new bridge was opened beside the mill in 2009.',
];
const EMPLOYS = SENTENCES.indexOf('The mill employs 350 people today.');
const SOURCE = SENTENCES.join(' ');

let data: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ReturnType<typeof startService>;
let url: string;
let key: string;
beforeAll(async () => {
  data = await temporaryFolder();
  // Empty settings count as unset: the models that are there by default.
  service = startService({ DATA_DIR: data.path, MODEL_DIR: '', EVIDENCE_MODEL_DIR: '', EXECUTION_PROVIDER: 'cpu' });
  key = (await service.seen(/^ {2}(cvs_\w+)$/m))[1]!;
  url = (await service.seen(/listening at (http:[^"]+)"/))[1]!;
  await service.seen(/"msg":"ready"/);
});
afterAll(async () => {
  service.child.kill('SIGTERM');
  await service.exited;
  await data.remove();
});

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies by path.
  readonly body: any;
  readonly pairs: Readonly<Record<'evidence' | 'verdict', string | undefined>>;
}

async function post(path: string, claim: string): Promise<Reply> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ claim, grounding_source: SOURCE });
  const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  const [, evidence, verdict] =
    /pairs;desc="evidence (\d+), verdict (\d+)"/.exec(reply.headers.get('server-timing') ?? '') ?? [];
  return { status: reply.status, body: await reply.json(), pairs: { evidence, verdict } };
}

/** As the manifest's own file list gives it: the lines of sha256sum, by path. */
function hashOf(model: string): string {
  const manifest = readFileSync(join(PACKAGE_ROOT, 'models', model, 'manifest.json'), 'utf8');
  const { files } = JSON.parse(manifest) as { files: { path: string; sha256: string }[] };
  const byPath = new Map(files.map(({ path, sha256 }) => [path, `${sha256}  ${path}\n`]));
  const lines = [...byPath.keys()].sort().map((path) => byPath.get(path));
  return createHash('sha256').update(lines.join('')).digest('hex');
}

describe('the service on the models it comes with', () => {
  it('reports both models in /info and in the metrics', async () => {
    const info = await (await fetch(`${url}/info`)).json();
    const [sha256, compactSha256] = [hashOf('claim-nli'), hashOf('claim-nli-compact')];
    expect(info).toMatchObject({
      ready: true,
      model: { id: 'claim-nli', version: '0.8.0', sha256, graph: 'onnx/model.onnx', provider: 'cpu' },
      evidence_model: { id: 'claim-nli-compact', version: '0.2.0', sha256: compactSha256, graph: 'onnx/model.onnx' },
      policy: { version: '4' },
    });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const samples = [...metrics.matchAll(/^claim_verification_model_info\{phase="(\w+)",id="([\w-]+)".*\} 1$/gm)];
    expect(samples.map(([, phase, id]) => `${phase} ${id}`).sort()).toEqual([
      'evidence claim-nli-compact',
      'verdict claim-nli',
    ]);
  });

  it('gives verdicts from what the second model read', async () => {
    const right = await post('/v1/verify', 'The mill has a staff of 350 people.');
    expect(right.pairs).toMatchObject({ evidence: String(SENTENCES.length) });
    expect(Number(right.pairs.verdict)).toBeGreaterThan(1);
    expect([right.status, right.body.verdict, right.body.audit_trail[0].source_span]).toEqual([
      200,
      'SUPPORTED',
      SENTENCES[EMPLOYS],
    ]);
    const wrong = await post('/v1/verify', 'The mill employs 530 people today.');
    expect([wrong.body.verdict, wrong.body.audit_trail[0].match_type]).toEqual(['UNSUPPORTED', 'contradiction']);
    const other = await post('/v1/verify', 'The opera in Oslo seats 1,150 people.');
    expect(other.body.verdict).toBe('UNCERTAIN');
  });
});
