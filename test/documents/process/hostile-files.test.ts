import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembled, linesAt, makeDocx, makePdf, makeXlsx, p, zipped } from '../../../scripts/fuzz/sample-files.ts';
import { Finder } from '../../../src/documents/index/finder.ts';
import { updateIndex } from '../../../src/documents/index/update-index.ts';

const MEGABYTES = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'documents-'));

function put(name: string, content: string | Uint8Array): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** A zip whose part says that it has fewer bytes than it has. */
function lyingZip(): Buffer {
  const zip = Buffer.from(zipSync({ 'word/document.xml': Buffer.alloc(2 * MEGABYTES, 'a') }));
  const central = zip.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  zip.writeUInt32LE(1_000, central + 24);
  zip.writeUInt32LE(1_000, 22);
  return zip;
}

/** A PDF whose page has a stream that unpacks to gigabytes of spaces. */
function pdfBomb(): Buffer {
  const once = zlibOf(Buffer.alloc(300 * MEGABYTES, ' '));
  const content = zlibOf(once);
  return assembled([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] >>',
    `<< /Length ${content.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n${content.toString('latin1')}\nendstream`,
  ]);
}

function zlibOf(bytes: Buffer): Buffer {
  return execFileSync(
    process.execPath,
    ['-e', 'process.stdin.pipe(require("zlib").createDeflate({level:9})).pipe(process.stdout)'],
    {
      input: bytes,
      maxBuffer: 100 * MEGABYTES,
    },
  );
}

describe('a folder of malicious and valid files', () => {
  let finder: Finder;

  beforeAll(async () => {
    put('a/report.pdf', makePdf([linesAt(50, 700, ['Acme has two plants.'])]));
    put('a/report.docx', makeDocx(p('Acme has two plants.')));
    put('b.txt', 'Lyon opened in 2014.');
    put('c.txt', 'Lyon opened in 2014.');
    put(
      'z-last.xlsx',
      makeXlsx('Staff', [
        ['Plant', 'Staff'],
        ['Lyon', 350],
      ]),
    );
    put('.hidden.txt', 'hidden');
    put('.git/config.txt', 'hidden');
    put('~$report.docx', 'lock');
    symlinkSync('/etc/passwd', join(folder, 'link.txt'));
    symlinkSync('/etc', join(folder, 'linked-folder'));
    execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
    put('x-bomb.docx', zipped({ 'word/document.xml': Buffer.alloc(300 * MEGABYTES, ' ') }));
    put('x-damaged.pdf', makePdf([linesAt(50, 700, ['x'])]).subarray(0, 100));
    put('x-empty.txt', '');
    put(
      'x-entities.docx',
      zipped({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>' }),
    );
    put('x-lies.docx', lyingZip());
    put('x-nested.docx', makeDocx(`${'<w:tbl><w:tr><w:tc>'.repeat(20_000)}`));
    put('x-nested.html', '<div>'.repeat(20_000));
    put('x-nested.xlsx', zipped({ 'xl/workbook.xml': '<x>'.repeat(20_000) }));
    put(
      'x-nested-relations.docx',
      makeDocx(p('x'), { 'word/_rels/document.xml.rels': `${'<x>'.repeat(20_000)}${'</x>'.repeat(20_000)}` }),
    );
    put('x-parts.docx', zipped(Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`word/${i}.xml`, '']))));
    put('x-paths.docx', zipped({ 'word/document.xml': '<x/>', '../../escaped.xml': '<x/>' }));
    put('x-pdf-bomb.pdf', pdfBomb());
    put('x-text.docx', 'no archive');
    put('x-truncated.docx', makeDocx(p('Acme has two plants.')).subarray(0, 300));
    const index = join(folder, '.sources.index');
    await updateIndex(index, folder);
    finder = new Finder(index);
  });

  afterAll(async () => {
    finder?.close();
    rmSync(folder, { recursive: true });
  });

  it('reads the good ones in the order of names, each once', async () => {
    const documents = finder.contents.documents.map(({ file }) => finder.document(file));
    expect(documents.map(({ file, format }) => [file, format])).toEqual([
      ['a/report.docx', 'docx'],
      ['a/report.pdf', 'pdf'],
      ['b.txt', 'txt'],
      ['z-last.xlsx', 'xlsx'],
    ]);
    expect(finder.contents.duplicates).toEqual([{ file: 'c.txt', of: 'b.txt' }]);
  });

  it.each([
    ['link.txt', 'is a symbolic link; links are not followed'],
    ['linked-folder', 'is a symbolic link; links are not followed'],
    ['pipe.txt', 'is not a regular file'],
    ['x-bomb.docx', 'unpacks to more than 256 MB'],
    ['x-damaged.pdf', expect.stringMatching(/^is a damaged PDF: /)],
    ['x-empty.txt', 'is empty'],
    ['x-entities.docx', 'has a document type declaration in word/document.xml, which no office file needs'],
    ['x-lies.docx', expect.stringMatching(/^is a damaged archive: too many bytes in the stream/)],
    ['x-nested.docx', 'has elements nested deeper than 1000'],
    ['x-nested.html', 'has elements nested deeper than 1000'],
    ['x-nested.xlsx', 'has elements nested deeper than 1000'],
    ['x-nested-relations.docx', 'has elements nested deeper than 1000'],
    ['x-parts.docx', 'is an archive of 10001 parts; at most 10000 are read'],
    ['x-paths.docx', 'is a damaged archive: invalid relative path: ../../escaped.xml'],
    ['x-pdf-bomb.pdf', 'needs more than 1280 MB of memory to read'],
    ['x-text.docx', 'is named .docx, but has another format'],
    ['x-truncated.docx', expect.stringMatching(/^is a damaged archive: /)],
  ])('names %s with its reason', (file, reason) => {
    expect(finder.contents.unread.find((one) => one.file === file)).toEqual({ file, reason });
  });

  it('says nothing else', () => {
    expect(finder.contents.unread).toHaveLength(17);
  });
});
