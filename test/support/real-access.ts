import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Access, type AccessOptions, openAccess } from '../../src/access/index.ts';

export interface RealAccess {
  readonly access: Access;
  close(): Promise<void>;
}

/** Stores of their own in a temporary folder. */
export async function realAccess(options: Partial<AccessOptions> = {}): Promise<RealAccess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'access-'));
  const access = await openAccess({ dataDir, defaultLimit: 60, ...options });
  return {
    access,
    close: async () => {
      await access.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
