/**
 * Serves one package in the way of NuGet, on a loopback port, to the script of onnxruntime-node: for a build of the GPU
 * image where NuGet is not reached. `node nuget-feed.mjs NUPKG VERSION PORT KEY CERTIFICATE`
 */
import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [nupkg, version, port, key, certificate] = process.argv.slice(2);
const ID = 'microsoft.ml.onnxruntime.gpu.linux';
const packages = `https://127.0.0.1:${port}/packages/`;
const documents = {
  '/index.json': { version: '3.0.0', resources: [{ '@id': packages, '@type': 'PackageBaseAddress/3.0.0' }] },
  [`/packages/${ID}/index.json`]: { versions: [version] },
};

createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
  const document = documents[request.url];
  if (document !== undefined) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  } else if (request.url === `/packages/${ID}/${version}/${ID}.${version}.nupkg`) {
    createReadStream(nupkg).pipe(response.setHeader('content-type', 'application/octet-stream'));
  } else {
    response.writeHead(404).end();
  }
}).listen(Number(port), '127.0.0.1');
