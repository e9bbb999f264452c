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
    yield { id, text: Math.sin(id).toString(36).repeat(4), half: id % 2 === 0 ? null : 0.5 };
  }
}

describe('a Parquet file that is made while it is read', () => {
  it('has the bytes of one that is written', async () => {
    const path = join(folder, 'a.parquet');
    await writeParquet(fileWriter(path), rows);
    const parts: Buffer[] = [];
    for await (const part of parquetStream(rows)) parts.push(part);
    expect(Buffer.concat(parts).equals(await readFile(path))).toBe(true);
    expect(parts.length).toBeGreaterThan(2);
  });

  it('reads no further than its reader', async () => {
    read = 0;
    const stream = parquetStream(rows);
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
      yield { id: 1 };
      throw new Error('no more rows');
    };
    const stream = parquetStream(failing);
    await expect(
      new Promise((resolve, reject) => stream.on('error', reject).on('end', resolve).resume()),
    ).rejects.toThrow('no more rows');
  });
});
