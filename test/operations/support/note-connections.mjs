/** Loaded before the service, in its workers too: every connection it opens and every name it looks up goes to CONNECTIONS_FILE. */

import dgram from 'node:dgram';
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const note = (line) => appendFileSync(process.env.CONNECTIONS_FILE, `${line}\n`);
subscribe('net.client.socket', () => note('connection'));
const { createSocket } = dgram;
dgram.createSocket = (...args) => {
  note('datagram socket');
  return createSocket(...args);
};
for (const [owner, name] of [
  [dns, 'lookup'],
  [dns.promises, 'lookup'],
]) {
  const lookup = owner[name];
  owner[name] = (host, ...rest) => {
    // The address to listen on goes through here too.
    if (host !== '127.0.0.1') note(`name ${host}`);
    return lookup(host, ...rest);
  };
}
syncBuiltinESMExports();
