import { open } from 'node:fs/promises';
import type { DraftLine } from '../../documents/check/draft-line.ts';

/** The lines of an output up to the end of its last complete one, in bytes. */
export async function readLines(path: string, end: number): Promise<DraftLine[]> {
  if (end === 0) return [];
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(end);
    await file.read(bytes, 0, end, 0);
    const written = bytes.toString('utf8').split('\n');
    return written.filter((line) => line !== '').map((line) => JSON.parse(line) as DraftLine);
  } finally {
    await file.close();
  }
}
