import type { Config } from '../../config.ts';
import { reasonOf, ServiceError } from '../../errors.ts';

/** The reason why the service could not start, as a sentence for the person who started it. */
export function startupError(error: unknown, config: Pick<Config, 'HOST' | 'PORT'> | undefined): string {
  if (error instanceof ServiceError) return reasonOf(error);
  const { code, message = String(error) } = error as { code?: string; message?: string };
  const where = `HOST ${config?.HOST}, PORT ${config?.PORT}`;
  if (code === 'EADDRINUSE') return `Expected a free address to listen on, got one in use: ${where}.`;
  if (code === 'EACCES') return `Expected an address this user may listen on, got one it may not: ${where}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `Expected an address of this machine to listen on, got another: ${where}.`;
  }
  return `The service could not start: ${message}`;
}
