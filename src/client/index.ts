/** `claim-verification-service/client`: the service over HTTP, by fetch alone; for Node, Deno and browsers. */
export type * from './bodies.ts';
export { Client, type ClientOptions, createClient } from './client.ts';
export { ServiceError, type ServiceErrorCode, type ServiceErrorFacts } from './service-error.ts';
