import { constants } from 'node:buffer';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fc, test } from '@fast-check/vitest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScoreFile } from '../../../src/cli/evaluation/score-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scores-'));
  path = join(folder, 'all.scores');
});
afterEach(() => rmSync(folder, { recursive: true }));

const MODEL = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const scores = { entailment: 0.1, neutral: 0.3, contradiction: 0.6 };
/** printf pair | iconv -t UTF-16LE | openssl dgst -sha256 -binary | base64 | tr +/ -_ | cut -c -22 */
const PAIR = 'kYNvtnVp4jrU3OcQvA_sHp';
const LINE = `${'a'.repeat(16)} ${PAIR} 0.1 0.3 0.6\n`;
/** The same for the pair "next". */
const NEXT_LINE = `${'a'.repeat(16)} hLZ6Gf-maShBzm1aavUd7I 0.1 0.3 0.6\n`;

/** Opens the file, does something with it, and closes it whatever happens. */
function withFile<Result>(use: (file: ReturnType<typeof openScoreFile>) => Result): Result {
  const file = openScoreFile(path);
  try {
    return use(file);
  } finally {
    file.close();
  }
}

describe('a score file', () => {
  it('gives back in another run what was put into it, model by model', () => {
    withFile((file) => {
      expect(file.get(MODEL, 'pair')).toBeUndefined();
      file.set(MODEL, 'pair', scores);
      file.set(OTHER, 'pair', { entailment: 1, neutral: 0, contradiction: 0 });
    });
    withFile((file) => {
      expect(file.get(MODEL, 'pair')).toEqual(scores);
      expect(file.get(OTHER, 'pair')).toEqual({ entailment: 1, neutral: 0, contradiction: 0 });
      expect(file.get(MODEL, 'another pair')).toBeUndefined();
      expect([file.size, file.answered]).toEqual([2, 2]);
    });
  });

  it('has one line a pair, in the format that its documentation says', () => {
    withFile((file) => {
      file.set(MODEL, 'pair', scores);
      file.set(MODEL, 'pair', scores);
    });
    expect(readFileSync(path, 'utf8')).toBe(LINE);
  });

  it('distinguishes keys with unpaired surrogates', () => {
    const keys = ['\u0001\u0002', '\u0102', '\ud800', '\ud801', '\ufffd'];
    withFile((file) => {
      for (const key of keys) file.set(MODEL, key, scores);
      expect(file.size).toBe(keys.length);
    });
  });

  const probability = fc.double({ min: 0, max: 1, noNaN: true });
  const triples = fc.array(fc.tuple(probability, probability, probability), { minLength: 1, maxLength: 20 });
  test.prop([triples], { numRuns: 50 })('reads every number back bit for bit', (numbers) => {
    rmSync(path, { force: true });
    const all = numbers.map(([entailment, neutral, contradiction]) => ({ entailment, neutral, contradiction }));
    withFile((file) => {
      for (const [i, triple] of all.entries()) file.set(MODEL, `${i}`, triple);
    });
    withFile((file) => {
      for (const [i, triple] of all.entries()) expect(file.get(MODEL, `${i}`)).toEqual(triple);
    });
  });

  it('holds more lines than are read or written in one piece', () => {
    const count = 20_000;
    withFile((file) => {
      for (let i = 0; i < count; i += 1) file.set(MODEL, `${i}`, { ...scores, neutral: i / count });
    });
    withFile((file) => {
      expect(file.size).toBe(count);
      for (const i of [0, 1, 9_999, count - 1]) expect(file.get(MODEL, `${i}`)?.neutral).toBe(i / count);
    });
  });
});

describe('a process that ends early', () => {
  it('loses no pair once its signal has aborted', () => {
    const controller = new AbortController();
    const file = openScoreFile(path, controller.signal);
    file.set(MODEL, 'pair', scores);
    expect(readFileSync(path, 'utf8')).toBe('');
    controller.abort();
    expect(readFileSync(path, 'utf8')).toBe(LINE);
    file.set(MODEL, 'late', scores);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    file.close();
  });

  it.each(['a', 'aaaaaaaaaaaaaaaa ', LINE.slice(0, 30), LINE.slice(0, -2), LINE.slice(0, -1)])(
    'leaves an unfinished line %j, which is overwritten',
    (torn) => {
      writeFileSync(path, `${LINE}${torn}`);
      withFile((file) => {
        expect(file.size).toBe(1);
        file.set(MODEL, 'next', scores);
      });
      expect(readFileSync(path, 'utf8')).toBe(`${LINE}${NEXT_LINE}`);
    },
  );
});

describe('a file that is no score file', () => {
  it.each([
    ['another text', 'claim,source\n', 1],
    ['a short model', `${LINE}${LINE.slice(1)}`, 2],
    ['a number too many', `${LINE}${LINE.trim()} 0\n${LINE}`, 2],
    ['a number too few', `${LINE}${LINE.replace(' 0.6', '')}`, 2],
    ['no probability', LINE.replace('0.6', '1.6'), 1],
    ['not a number', LINE.replace('0.6', 'NaN'), 1],
    ['an empty line', `${LINE}\n`, 2],
    ['an unfinished text', 'Dear diary', 1],
  ])('is refused with file and line, and stays as it is: %s', (_, content, line) => {
    writeFileSync(path, content);
    expect(() => openScoreFile(path)).toThrow(`Line ${line} of "${path}"`);
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

it('may be longer than the longest string', () => {
  writeFileSync(path, LINE);
  truncateSync(path, constants.MAX_STRING_LENGTH + 1);
  expect(() => openScoreFile(path)).toThrow(`Line 2 of "${path}"`);
});

it('does not get lines again whose write failed: a part of them may be there', () => {
  const file = openScoreFile(path);
  rmSync(path);
  mkdirSync(path);
  expect(() => {
    for (let i = 0; i < 1_000; i += 1) file.set(MODEL, `${i}`, scores);
  }).toThrow('EISDIR');
  rmdirSync(path);
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('');
});

describe('a second process', () => {
  it('is refused while the first has the file open', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    await once(other, 'spawn');
    writeFileSync(`${path}.lock`, `${other.pid}\n`);
    expect(() => openScoreFile(path)).toThrow(`is in use by process ${other.pid}.`);
    other.kill();
    await once(other, 'exit');
    withFile((file) => file.set(MODEL, 'pair', scores));
    expect(readFileSync(path, 'utf8')).toBe(LINE);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('is refused in this process too, and never has the lock taken away', () => {
    withFile(() => {
      expect(() => openScoreFile(path)).toThrow(`is in use by process ${process.pid}.`);
      expect(readFileSync(`${path}.lock`, 'utf8')).toBe(`${process.pid}\n`);
    });
    expect(withFile((file) => file.size)).toBe(0);
  });

  it('takes over the lock of a dead process that had the same id, as in containers', () => {
    writeFileSync(`${path}.lock`, `${process.pid}\n`);
    expect(withFile((file) => file.size)).toBe(0);
  });

  it('keeps a lock without an owner and names the file to delete', () => {
    appendFileSync(`${path}.lock`, '');
    expect(() => openScoreFile(path)).toThrow(`delete "${path}.lock"`);
    expect(existsSync(`${path}.lock`)).toBe(true);
  });
});
