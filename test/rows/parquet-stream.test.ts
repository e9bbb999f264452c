import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileWriter } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeParquet } from '../../src/rows/parquet-output.ts';
import { parquetStream } from '../../src/rows/parquet-stream.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Two groups of rows and a part of a third, of texts that cannot be packed small. */
const COUNT = 2_500;
let read = 0;
async function* rows() {
  for (let id = 0; id < COUNT; id += 1) {
    read += 1;
    const text = [1, 2, 3, 4].map((part) => createHash('sha256').update(`${id}/${part}`).digest('hex')).join('');
    yield [id, text, id % 2 === 0 ? null : 0.5];
  }
}
const TABLE = { names: ['id', 'text', 'half'], rows };

describe('a Parquet file that is made while it is read', () => {
  it('has the bytes of one that is written', async () => {
    const path = join(folder, 'a.parquet');
    await writeParquet(fileWriter(path), TABLE);
    const parts: Buffer[] = [];
    for await (const part of parquetStream(TABLE)) parts.push(part);
    expect(Buffer.concat(parts).equals(await readFile(path))).toBe(true);
    expect(parts.length).toBeGreaterThan(2);
  });

  it('reads no further than its reader', async () => {
    read = 0;
    const stream = parquetStream(TABLE);
    await new Promise((resolve) => stream.once('readable', resolve));
    await sleep(200);
    // Once for the types of the columns, then the first group.
    expect(read).toBe(COUNT + 1_000);
    stream.destroy();
    await sleep(50);
    expect(read).toBe(COUNT + 1_000);
  });

  it('fails with its rows', async () => {
    const failing = async function* () {
      yield [1, 'a', null];
      throw new Error('no more rows');
    };
    const stream = parquetStream({ ...TABLE, rows: failing });
    await expect(
      new Promise((resolve, reject) => stream.on('error', reject).on('end', resolve).resume()),
    ).rejects.toThrow('no more rows');
  });
});
