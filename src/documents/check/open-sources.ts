import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilesLeftOut, ReadDocument } from '../document.ts';
import { Finder } from '../index/finder.ts';
import { type UpdateOptions, updateIndex } from '../index/update-index.ts';

export interface Sources extends FilesLeftOut {
  readonly folder: string;
  readonly documents: readonly Pick<ReadDocument, 'file' | 'sha256' | 'pages' | 'pagesWithoutText' | 'notes'>[];
}

export async function openSources(
  folder: string,
  index: string | undefined,
  options: UpdateOptions,
): Promise<{ readonly finder: Finder; readonly sources: Sources; close(): Promise<void> }> {
  const own = index === undefined ? await mkdtemp(join(tmpdir(), 'claim-verifier-')) : undefined;
  const removeOwn = async () => {
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  };
  try {
    const path = index ?? join(own!, 'sources.index');
    await updateIndex(path, folder, options);
    const finder = new Finder(path);
    return {
      finder,
      sources: { folder, ...finder.contents },
      close: async () => {
        finder.close();
        await removeOwn();
      },
    };
  } catch (error) {
    await removeOwn();
    throw error;
  }
}
