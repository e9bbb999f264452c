import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const COMMIT = '0123456789abcdef0123456789abcdef01234567';

export interface FakeHub {
  readonly endpoint: string;
  /** Paths asked for, in order. */
  readonly asked: string[];
}

export interface Faults {
  /** Bytes to send instead of a file's own. */
  readonly send?: Readonly<Record<string, Buffer>>;
  /** Files that are not there. */
  readonly without?: readonly string[];
  /** Wanted in the Authorization header. */
  readonly token?: string;
}

/** A hub on a port of its own with one model, `someone/nli`, made of the files of a folder. Ends with the test. */
export async function fakeHub(folder: string, { send = {}, without = [], token }: Faults = {}): Promise<FakeHub> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !without.includes(path));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://hub');
    asked.push(pathname);
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return response.writeHead(401).end();
    if (/^\/api\/models\/someone\/nli\/revision\/(main|v1)$/.test(pathname)) {
      const siblings = paths.map((path) => sibling(path, readFileSync(join(folder, path))));
      return response.end(JSON.stringify({ id: 'someone/nli', sha: COMMIT, cardData: { license: 'mit' }, siblings }));
    }
    const path = pathname.replace(`/someone/nli/resolve/${COMMIT}/`, '');
    if (!paths.includes(path)) return response.writeHead(404).end();
    return response.end(send[path] ?? readFileSync(join(folder, path)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** As the hub does: large files by their sha256, small ones by their hash in git. */
function sibling(rfilename: string, bytes: Buffer) {
  const size = bytes.byteLength;
  const blobId = createHash('sha1').update(`blob ${size}\0`).update(bytes).digest('hex');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { rfilename, size, blobId, ...(rfilename.endsWith('.onnx') ? { lfs: { sha256, size } } : {}) };
}
