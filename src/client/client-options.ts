export interface ClientOptions {
  /** Address of the service, such as http://127.0.0.1:8080, or of a proxy with its path; on a page also /path alone. */
  readonly url: string;
  /** API key; undefined behind a proxy that adds it. */
  readonly key?: string | undefined;
  /** Retries while the service refuses temporarily or does not answer. Default: 4. */
  readonly retries?: number | undefined;
  /** Longest wait before one of them, in milliseconds; an error that asks for a longer one is thrown. Default: 60,000. */
  readonly maxWaitMs?: number | undefined;
  /** Used in place of the global fetch, for an agent, a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}
