import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { PACKAGE_ROOT } from '../../../src/config.ts';
import { eventually } from '../../support/eventually.ts';
import { jobServer, jsonl, ROW } from '../../support/job-server.ts';

const ROWS = Array.from({ length: 70 }, (_, at) => ({ id: `=${at}`, ...ROW }));

/** The built program, which starts sooner than its sources. */
function spawnJobs(parameters: readonly string[], env: Readonly<Record<string, string>>) {
  const script = join(PACKAGE_ROOT, 'dist/src/cli/claim-verifier.js');
  return spawn(process.execPath, [script, 'jobs', ...parameters], { stdio: 'pipe', env: { ...process.env, ...env } });
}

async function finished(child: ReturnType<typeof spawnJobs>) {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** A server, a folder, and the command with address and key of the server in its environment. */
async function jobCommand() {
  const server = await jobServer();
  const folder = mkdtempSync(join(tmpdir(), 'jobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const env = { CLAIM_VERIFIER_URL: server.url, CLAIM_VERIFIER_API_KEY: server.key };
  const jobs = (...parameters: string[]) => finished(spawnJobs(parameters, env));
  return { ...server, folder, file, env, jobs, client: createClient({ url: server.url, key: server.key }) };
}

describe('claim-verifier jobs', () => {
  it('submits a file, waits for it and writes the results', async () => {
    const { jobs, file, folder, start } = await jobCommand();
    start();
    const submitted = await jobs('submit', file('claims.jsonl', jsonl([...ROWS, { id: 'bad' }])), '--wait');
    expect(submitted).toMatchObject({ code: 2, stderr: expect.stringContaining('is queued: 0 of 71 rows') });
    const [, id] = /^(\S+) is completed: 71 of 71 rows, 1 with errors \(invalid_request 1\)\n$/.exec(submitted.stdout)!;
    const output = join(folder, 'verdicts.csv');
    expect(await jobs('results', id!, '--output', output)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(output, 'utf8')).toMatch(/^id,claim,verdict,.*\n=0,/);
    const escaped = join(folder, 'sheet.csv');
    expect((await jobs('results', id!, '--output', escaped, '--escape-formulas')).code).toBe(0);
    expect(readFileSync(escaped, 'utf8')).toMatch(/^id,claim,verdict,.*\n'=0,/);
    const unescaped = await jobs('results', id!, '--escape-formulas');
    expect(unescaped).toMatchObject({ code: 1, stderr: expect.stringContaining('is for CSV, got jsonl') });
    const sheet = await jobs('results', id!, '--output', join(folder, 'sheet.xlsx'));
    expect(sheet.stderr).toContain('expected an output of JSONL or CSV, got "');
    expect([sheet.code, existsSync(join(folder, 'sheet.xlsx'))]).toEqual([1, false]);
    const again = await jobs('results', id!, '--output', output);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
    const lines = (await jobs('results', id!)).stdout.split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([...ROWS.map(({ id: own }) => own), 'bad']);
  });

  it('prints the id alone, lists, shows, cancels and deletes', async () => {
    const { jobs, file, client } = await jobCommand();
    const tsv = `claim\tgrounding_source\n${ROWS.map(({ claim }) => `${claim}\tx\n`).join('')}`;
    const { stdout } = await jobs('submit', file('claims.tsv', tsv), '--name', 'week 12');
    const id = stdout.trim();
    expect(await client.job(id)).toMatchObject({ name: 'week 12', rows: 70 });
    const { stdout: listed } = await jobs('list');
    expect(listed.split('\n')[1]).toMatch(new RegExp(`^${id}  queued  70    0     0       \\S+  \\S+  +week 12$`));
    expect(JSON.parse((await jobs('status', id, '--json')).stdout)).toEqual(await client.job(id));
    expect((await jobs('cancel', id)).stdout).toBe(`${id} is canceled: 0 of 70 rows\n`);
    expect((await jobs('status', id, '--wait')).code).toBe(1);
    expect(await jobs('delete', id)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect((await jobs('list')).stdout).toBe('There are no jobs.\n');
  });

  it('leaves the job running when it is stopped, and says how to look again', async () => {
    const { client, file, env } = await jobCommand();
    const child = spawnJobs(['submit', file('claims.jsonl', jsonl(ROWS)), '--wait'], env);
    const output = text(child.stdout);
    let said = '';
    for await (const chunk of child.stderr) {
      if (!said.includes('queued') && `${said}${chunk}`.includes('queued')) child.kill('SIGINT');
      said += chunk;
    }
    if (child.exitCode === null) await once(child, 'close');
    const [job] = (await client.jobs()).jobs;
    expect([child.exitCode, await output]).toEqual([130, '']);
    expect(said).toContain(
      `Stopped by SIGINT; the job continues; claim-verifier jobs status ${job!.id} --wait shows it`,
    );
    expect(job!.status).toBe('queued');
  });

  it('ends with exit code 1 when standard input is refused with 429', async () => {
    const { client, env } = await jobCommand();
    const row = jsonl([ROWS[0]!]);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    async function* pieces() {
      yield row;
      await ended;
    }
    const uploads = [client.submitJob(pieces()), client.submitJob(pieces())];
    await eventually(async () => expect((await client.jobs({ status: 'receiving' })).total).toBe(2));
    const child = spawnJobs(['submit', '-'], env);
    child.stdin.on('error', () => undefined).end(row.repeat(50_000));
    const { code, stdout, stderr } = await finished(child);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^At most 2 uploads .*Standard input cannot be sent again/);
    end();
    await Promise.all(uploads);
    expect((await client.jobs()).total).toBe(2);
  });

  it('refuses what it cannot send, with a sentence', async () => {
    const { jobs, file, env } = await jobCommand();
    const parquet = await jobs('submit', file('claims.parquet', ''));
    expect(parquet).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The file of 0 bytes cannot be read as a Parquet file'),
    });
    expect((await jobs('submit', 'nowhere.jsonl')).stderr).toBe('"nowhere.jsonl" is not a file.\n');
    expect((await jobs('status', 'job_other')).code).toBe(1);
    const keyless = await finished(spawnJobs(['list'], { ...env, CLAIM_VERIFIER_API_KEY: '' }));
    expect(keyless).toMatchObject({ code: 1, stderr: expect.stringContaining('CLAIM_VERIFIER_API_KEY') });
  });
});
