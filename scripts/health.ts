import { loadConfig } from '../src/config.ts';

/** `node dist/scripts/health.js`: exit code 0 when the service beside it wants traffic. A HEALTHCHECK without a shell. */
const { HOST, PORT } = loadConfig();
const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
const host = everywhere[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST);
const answer = await fetch(`http://${host}:${PORT}/health/ready`).catch((error: Error) => error);
const ready = answer instanceof Response && answer.ok;
if (!ready) console.error(answer instanceof Response ? await answer.text() : String(answer.cause ?? answer));
process.exitCode = ready ? 0 : 1;
