import type { FastifyInstance } from 'fastify';

/** Lets a further server listen, which closes with the API server. */
export async function listenBeside(
  api: FastifyInstance,
  server: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<FastifyInstance> {
  api.addHook('onClose', () => server.close());
  await server.listen(address);
  return server;
}
