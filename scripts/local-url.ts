const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Where a service that listens at HOST and PORT answers on the same machine. */
export function localUrl(host: string, port: number): string {
  const name = EVERYWHERE[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
