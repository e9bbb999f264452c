/** `claim-verification-service/client`: the service over HTTP, by fetch alone; for Node, Deno and browsers. */

export { ServiceError, type ServiceErrorCode, type ServiceErrorFacts } from '../contract/service-error.ts';
export type * from './bodies.ts';
export { Client, createClient } from './client.ts';
export type { ClientOptions } from './client-options.ts';
export type * from './job-bodies.ts';
export { JobClient } from './job-client.ts';
