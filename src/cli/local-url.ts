const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** URL under which a service that listens at HOST and PORT can be reached on the same machine. */
export function localUrl(host: string, port: number): string {
  const name = WILDCARDS[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
