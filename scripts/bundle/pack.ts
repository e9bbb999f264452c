import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { run, sha256Of } from './stage.ts';

export async function pack(folder: string, archive: string): Promise<void> {
  await mkdir(dirname(archive), { recursive: true });
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=go-w'];
  const compressed = [...same, '--use-compress-program=gzip -n', '-cf', archive];
  await run('tar', [...compressed, basename(folder)], dirname(folder));
  const sha256 = await sha256Of(archive);
  await writeFile(`${archive}.sha256`, `${sha256}  ${basename(archive)}\n`);
  console.log(`${archive}\nsha256 ${sha256}`);
}
