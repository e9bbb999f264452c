import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { checkPorts } from '../../../src/cli/doctor/check-machine.ts';

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const at = (PORT: number, others = {}) => ({ HOST: '127.0.0.1', PORT, METRICS_PORT: 0, ADMIN_PORT: 0, ...others });

it('are free', async () => {
  expect(await checkPorts(at(0))).toEqual([{ mark: 'ok', subject: 'port', text: 'any free port at 127.0.0.1' }]);
});

it('are in use by another program', async () => {
  const taken = await portOf(createServer((socket) => socket.destroy()));
  const [api, metrics] = await checkPorts(at(0, { METRICS_PORT: taken }));
  expect(api).toMatchObject({ mark: 'ok' });
  expect(metrics).toMatchObject({
    mark: 'error',
    subject: `port ${taken}`,
    text: expect.stringContaining('EADDRINUSE'),
  });
});

it('are in use by the service itself', async () => {
  const service = createHttpServer((_, response) => response.setHeader('x-request-id', 'a').end('{}'));
  const port = await portOf(service);
  expect(await checkPorts(at(port))).toEqual([
    { mark: 'ok', subject: `port ${port}`, text: 'in use at 127.0.0.1 by this service, which is running already' },
  ]);
});
