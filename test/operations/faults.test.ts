import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { TINY_MODEL } from '../support/small-models.ts';
import { type Service, startService } from './support/service.ts';

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'faults-'));
  onTestFinished(() => rmSync(work, { recursive: true }));
});

/** A warm service whose workers do what is written to the returned switch. */
async function faultyService(env: Record<string, string> = {}): Promise<Service & { inject(fault: string): void }> {
  const file = join(work, 'fault');
  writeFileSync(file, '');
  const service = startService({
    preload: ['faulty-workers.mjs'],
    env: { FAULT_FILE: file, WORKERS: '2', THREADS_PER_WORKER: '1', ...env },
  });
  await service.ready();
  return { ...service, inject: (fault) => writeFileSync(file, fault) };
}

const claim = (number: number) => `The company employs ${number} people.`;
const metric = (text: string, name: string) =>
  Number(new RegExp(`^claim_verification_${name} (\\d+)$`, 'm').exec(text)?.[1]);

describe('a worker thread that exits', () => {
  it('costs its request a 503 with Retry-After, never a verdict, and is replaced', async () => {
    const service = await faultyService();
    service.inject('exit');
    const lost = await service.verify(claim(1));
    expect([lost.status, lost.headers.get('retry-after'), lost.body.error.code]).toEqual([
      503,
      '1',
      'service_unavailable',
    ]);
    expect((await service.verify(claim(1))).status).toBe(200);
    expect((await service.get('/health/ready')).status).toBe(200);
    expect(metric((await service.get('/metrics')).body, 'worker_restarts_total')).toBe(1);
  });

  it('again and again under load leaves every request answered, with its own verdict or with 503', async () => {
    const service = await faultyService();
    const numbers = Array.from({ length: 24 }, (_, i) => i + 300);
    const expected = await Promise.all(
      numbers.map((number) => service.verify(claim(number), `${claim(number)} It is old.`)),
    );
    service.inject('every-third-exits');
    const answers = await Promise.all(
      numbers.map((number) => service.verify(claim(number), `${claim(number)} It is new.`)),
    );
    service.inject('');
    const statuses = answers.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    for (const [i, { status, body }] of answers.entries()) {
      if (status === 200) expect(body.verdict).toBe(expected[i]!.body.verdict);
    }
    const lines: string = (await service.get('/metrics')).body;
    expect(
      metric(
        lines,
        'requests_total{method="POST",route="/v1/verify",status="503",refused="service_unavailable"}'.replace(
          /[{}]/g,
          '\\$&',
        ),
      ),
    ).toBe(statuses.filter((status) => status === 503).length);
    expect(metric(lines, 'worker_restarts_total')).toBeGreaterThan(0);
    await service.ready();
  });
});

describe('a native run that never returns', () => {
  it('is answered 503 and ends the process, by force, for exiting would wait for it', async () => {
    const service = await faultyService();
    service.inject('hang');
    const hung = await service.verify(claim(2));
    expect([hung.status, hung.body.error]).toEqual([
      503,
      expect.objectContaining({
        code: 'service_unavailable',
        message: 'The model did not finish in time; the service is restarting.',
      }),
    ]);
    expect(await service.exited).toEqual({ code: null, signal: 'SIGABRT' });
    expect(service.log()).toContain('The model did not finish within 60000 ms; the service must be restarted.');
  });
});

describe('a crash in native code', () => {
  it('ends the process at once: a handler would only run into it again', async () => {
    const service = startService();
    await service.port;
    service.process.kill('SIGSEGV');
    expect(await service.exited).toEqual({ code: null, signal: 'SIGSEGV' });
  });

  it('leaves no memory in a core file', async () => {
    const service = startService();
    await service.port;
    expect(readFileSync(`/proc/${service.process.pid}/coredump_filter`, 'utf8')).toBe('00000000\n');
  });
});

describe('a model file that is replaced under the running service', () => {
  it('is noticed when it would be loaded, and ends the process instead of giving verdicts', async () => {
    const model = join(work, 'model');
    cpSync(TINY_MODEL, model, { recursive: true });
    const service = await faultyService({ MODEL_DIR: model, EVIDENCE_MODEL_DIR: model });
    const file = join(model, 'onnx', 'model.onnx');
    const bytes = readFileSync(file);
    bytes[bytes.length - 100]! ^= 1;
    writeFileSync(file, bytes);
    expect((await service.verify(claim(3))).status).toBe(200);
    service.inject('exit');
    expect((await service.verify(claim(4))).status).toBe(503);
    await service.ready(503).catch(() => undefined);
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.log()).toMatch(
      /A worker could not be replaced: \S+model\.onnx: the file was written to after it was checked\. Restore it/,
    );
  });
});
