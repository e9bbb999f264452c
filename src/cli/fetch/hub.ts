import { z } from 'zod';

const siblingSchema = z.object({
  rfilename: z.string(),
  size: z.number().int().nonnegative().optional(),
  /** git's own hash of a small file. */
  blobId: z.string().optional(),
  /** Large files are stored by their sha256. */
  lfs: z.object({ sha256: z.string() }).nullish(),
});

const modelSchema = z.object({
  id: z.string(),
  sha: z.string().regex(/^[0-9a-f]{40}$/),
  gated: z.union([z.boolean(), z.string()]).optional(),
  cardData: z.object({ license: z.union([z.string(), z.array(z.string())]).optional() }).nullish(),
  siblings: z.array(siblingSchema),
});

export interface HubFile {
  readonly path: string;
  readonly bytes: number;
  /** The hub's hash of the content: of the bytes, or of the bytes as a git blob. */
  readonly hash: { readonly kind: 'sha256' | 'git'; readonly hex: string };
}

export interface HubModel {
  readonly id: string;
  /** The commit, which never changes, unlike a branch or tag. */
  readonly revision: string;
  readonly license: string | undefined;
  readonly files: readonly HubFile[];
}

export interface Hub {
  /** `https://huggingface.co`, or a mirror of it. */
  readonly endpoint: string;
  /** For models that require a token. */
  readonly token?: string | undefined;
}

/** Description of a model at a branch, tag or commit. Throws when the model does not exist or is not accessible. */
export async function describeModel(hub: Hub, id: string, revision: string): Promise<HubModel> {
  const url = `${hub.endpoint}/api/models/${id}/revision/${encodeURIComponent(revision)}?blobs=true`;
  const parsed = modelSchema.safeParse(await (await get(hub, url)).json());
  if (!parsed.success)
    throw new Error(
      `${url}: expected a description of a model; ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
    );
  const { id: name, sha, cardData, siblings } = parsed.data;
  const license = cardData?.license;
  return {
    id: name,
    revision: sha,
    license: Array.isArray(license) ? license.join(' OR ') : license,
    files: siblings.flatMap(({ rfilename: path, size: bytes, blobId, lfs }) => {
      const hex = lfs?.sha256 ?? blobId;
      if (bytes === undefined || hex === undefined) return [];
      return [{ path, bytes, hash: { kind: lfs ? ('sha256' as const) : ('git' as const), hex } }];
    }),
  };
}

/** The bytes of a file at a commit, as a stream. */
export async function openFile(
  hub: Hub,
  { id, revision }: HubModel,
  path: string,
): Promise<ReadableStream<Uint8Array>> {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const { body } = await get(hub, `${hub.endpoint}/${id}/resolve/${revision}/${encoded}`);
  if (body === null) throw new Error(`${path}: expected a file, got an empty response.`);
  return body;
}

const STATUS_HINTS: Readonly<Record<number, string>> = {
  401: 'the model does not exist or is not public; for a private model set HF_TOKEN',
  403: 'accept the terms of the model in a browser first, then set HF_TOKEN',
  404: 'the model or the file does not exist',
};

async function get({ token }: Hub, url: string): Promise<Response> {
  const answer = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: Error) => {
      throw new Error(`${url}: no response; ${(error.cause as Error | undefined)?.message ?? error.message}`, {
        cause: error,
      });
    },
  );
  if (answer.ok) return answer;
  throw new Error(`${url}: expected 200, got ${answer.status}: ${STATUS_HINTS[answer.status] ?? answer.statusText}.`);
}
