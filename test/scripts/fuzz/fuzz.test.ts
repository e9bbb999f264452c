import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCase, runSeries, type Target } from '../../../scripts/fuzz/area.ts';
import { startNeighbour } from '../../../scripts/fuzz/fuzz-session.ts';
import { textsArea } from '../../../scripts/fuzz/texts.ts';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { readVerifyRequest } from '../../../src/index.ts';

type Texts = ReturnType<typeof readVerifyRequest>;

const verdictOn = ({ claim }: Texts) => ({
  verdict: 'UNCERTAIN',
  confidence: 0.5,
  reasoning: 'Nothing is known.',
  audit_trail: [{ claim_span: claim, source_span: '', match_type: 'insufficient_evidence' }],
});
const refusal = { error: { code: 'invalid_request', message: 'No texts to judge.' } };

/** A service that checks texts as ours does and judges none; `fault` may spoil its answers. */
async function serviceWith(fault: (texts: Texts) => { status: number; body: unknown } | undefined): Promise<Target> {
  const answer: RequestListener = async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    let [status, body]: [number, unknown] = [400, refusal];
    try {
      const texts = readVerifyRequest(JSON.parse(text));
      ({ status, body } = fault(texts) ?? { status: 200, body: verdictOn(texts) });
    } catch {}
    response.writeHead(status, { 'x-request-id': 'one', 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, key: 'a-key', adminToken: '' };
}

/** One that only a failure ends. */
const series = { seed: 1, until: Number.POSITIVE_INFINITY, signal: new AbortController().signal };

describe('a series of cases', () => {
  it('finds nothing where nothing is wrong', async () => {
    const over = new AbortController();
    let asked = 0;
    const target = await serviceWith(() => {
      if (++asked === 100) over.abort();
      return undefined;
    });
    const outcome = await runSeries(textsArea, target, { ...series, signal: over.signal });
    expect(outcome).toEqual({ area: 'texts', cases: expect.any(Number), failure: undefined });
    expect(outcome.cases).toBeGreaterThan(50);
  });

  it.each([
    ['a server error', { status: 500, body: { error: { code: 'internal_error', message: 'Oh.' } } }, 'no status 500'],
    ['an error of another shape', { status: 503, body: { message: 'Oh.' } }, 'the one shape of errors'],
    [
      'words that are not in the claim',
      { status: 200, body: verdictOn({ claim: 'Oh.', source: '' }) },
      'slices of the claim',
    ],
  ])('notices %s on rare texts, and tells how to see it again', async (_, fault, words) => {
    const rare = ({ source }: Texts) => (source.includes('\u2028') ? fault : undefined);
    const target = await serviceWith(rare);
    const { failure = '' } = await runSeries(textsArea, target, series);
    expect(failure).toContain(words);
    const [, number] =
      /--seed 1 --only texts --case (\d+)\n {2}input: .*\u2028/.exec(failure.replaceAll('\\u2028', '\u2028')) ?? [];
    const again = await runCase(textsArea, target, { seed: 1, number: Number(number) });
    expect(again).toEqual({ area: 'texts', cases: 1, failure });
    const sound = await serviceWith(() => undefined);
    expect((await runCase(textsArea, sound, { seed: 1, number: Number(number) })).failure).toBeUndefined();
  });

  it('notices answers that differ when asked again', async () => {
    let asked = 0;
    const target = await serviceWith((texts) => ({
      status: 200,
      body: { ...verdictOn(texts), confidence: ++asked / 1e6 },
    }));
    expect((await runSeries(textsArea, target, series)).failure).toContain('the same answer again');
  });
});

describe('the other customer', () => {
  it('notices that it is refused', async () => {
    let refused = () => {};
    const refusedOnce = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const target = await serviceWith(({ claim }) => {
      if (!claim.includes(' 1 ')) return undefined;
      refused();
      return { status: 503, body: { error: { code: 'service_unavailable', message: 'The queue is full.' } } };
    });
    const neighbour = startNeighbour(target);
    await refusedOnce;
    const { ms, failure } = await neighbour.end();
    expect(ms).toHaveLength(1);
    expect(failure).toMatch(/^another customer: expected status 200, got 503 with .*The queue is full/);
  });
});

describe('npm run fuzz', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(PACKAGE_ROOT, 'dist/scripts/fuzz/main.js'), ...args]);

  it('starts a service, tries one case and exits with 0', async () => {
    const { stdout } = await run('--seed', '5', '--only', 'models', '--case', '3');
    expect(stdout).toMatch(
      /^Seed 5, 2 minutes, models\nmodels: 1 cases; \d+ MB and \d+ descriptors before, \d+ MB and \d+ descriptors and [01] requests in flight afterwards\nanother customer: \d+ answers, .*\nAll checks passed\.\n$/,
    );
  });

  it('wants an area for a case', async () => {
    await expect(run('--case', '3')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--case needs --only'),
    });
  });
});
