// A model hub on loopback with one model, someone/nli, made of the files of a folder: node hub.mjs PORT FOLDER
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';

const [port, folder] = process.argv.slice(2);
const sha = '0'.repeat(40);
const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

function sibling(rfilename) {
  const bytes = readFileSync(join(folder, rfilename));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { rfilename, size: bytes.byteLength, lfs: { sha256 } };
}

createServer(({ url }, response) => {
  const { pathname } = new URL(url, 'http://hub');
  if (pathname === '/api/models/someone/nli/revision/main')
    return response.end(JSON.stringify({ id: 'someone/nli', sha, siblings: paths.map(sibling) }));
  const path = pathname.replace(`/someone/nli/resolve/${sha}/`, '');
  return paths.includes(path) ? response.end(readFileSync(join(folder, path))) : response.writeHead(404).end();
}).listen(Number(port), '127.0.0.1');
