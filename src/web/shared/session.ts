import { Client } from '../../client/client.ts';
import type { ClientRequest } from '../../client/transport.ts';
import { countText } from './dom.ts';

/**
 * The service of this page, asked by the client of the package with one key or token, which other code cannot read.
 * Nothing is asked again by itself: a page says what went wrong and when a retry makes sense. Rejects with ServiceError.
 */
export class Session extends Client {
  readonly #asking: { token: string; headers: Headers };

  constructor(token: string) {
    const asking = { token, headers: new Headers() };
    super({
      // The service works behind any path prefix.
      url: new URL('.', document.baseURI).href,
      retries: 0,
      fetch: async (address, request) => {
        const headers = new Headers(request?.headers);
        headers.set('authorization', `Bearer ${asking.token}`);
        const more = { headers, cache: 'no-store', credentials: 'omit', redirect: 'error' } as const;
        const response = await fetch(address, { ...request, ...more });
        asking.headers = response.headers;
        return response;
      },
    });
    this.#asking = asking;
  }

  set token(token: string) {
    this.#asking.token = token;
  }

  /** Server time and rate limit of the key, from the headers of the last response. */
  get timings(): string {
    const { headers } = this.#asking;
    const parts = [];
    const stages = [...(headers.get('server-timing') ?? '').matchAll(/dur=([\d.]+)/g)].map(([, ms]) => Number(ms));
    if (stages.length > 0) parts.push(`${countText(stages.reduce((sum, ms) => sum + ms, 0))} ms on the server`);
    const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
    if (limit && left && reset) {
      const until = new Date(Number(reset) * 1000).toLocaleTimeString();
      parts.push(`${countText(Number(left))} of ${countText(Number(limit))} requests left until ${until}`);
    }
    return parts.join(' · ');
  }

  get<Body>(path: string): Promise<Body> {
    return this.send('GET', path);
  }

  send<Body>(method: NonNullable<ClientRequest['method']>, path: string, json?: unknown): Promise<Body> {
    return this.transport.askOnce(path, { method, json });
  }
}
