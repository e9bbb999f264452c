import { loadConfig, localUrl } from '../config.ts';
import { printableLines } from '../printable.ts';

/** `node dist/src/cli/health.js`: exit code 0 when the service in this container is ready. For a HEALTHCHECK without a shell. */
const { HOST, PORT } = loadConfig();
const answer = await fetch(`${localUrl(HOST, PORT)}/health/ready`).catch((error: Error) => error);
const ready = answer instanceof Response && answer.ok;
if (!ready)
  console.error(printableLines(answer instanceof Response ? await answer.text() : String(answer.cause ?? answer)));
process.exitCode = ready ? 0 : 1;
