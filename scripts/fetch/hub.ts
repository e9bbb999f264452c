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
  /** What the hub says the content hashes to: of the bytes, or of the bytes as a git blob. */
  readonly hash: { readonly kind: 'sha256' | 'git'; readonly hex: string };
}

export interface HubModel {
  readonly id: string;
  /** The commit: the same for ever, whatever the branch or tag that was asked for comes to mean. */
  readonly revision: string;
  readonly license: string | undefined;
  readonly files: readonly HubFile[];
}

export interface Hub {
  /** `https://huggingface.co`, or a mirror of it. */
  readonly endpoint: string;
  /** For models that ask for one. */
  readonly token?: string | undefined;
}

/** What a hub says of a model at a branch, tag or commit. Throws a sentence when it has none, or none for us. */
export async function describeModel(hub: Hub, id: string, revision: string): Promise<HubModel> {
  const url = `${hub.endpoint}/api/models/${id}/revision/${encodeURIComponent(revision)}?blobs=true`;
  const parsed = modelSchema.safeParse(await (await get(hub, url)).json());
  if (!parsed.success) throw new Error(`${url}: expected a description of a model; ${z.prettifyError(parsed.error)}`);
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

/** The bytes of a file at a commit, as they come. */
export async function openFile(
  hub: Hub,
  { id, revision }: HubModel,
  path: string,
): Promise<ReadableStream<Uint8Array>> {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  const { body } = await get(hub, `${hub.endpoint}/${id}/resolve/${revision}/${encoded}`);
  if (body === null) throw new Error(`${path}: expected bytes, got an empty answer.`);
  return body;
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: 'it is not public or does not exist; HF_TOKEN may open it',
  403: 'its owner wants its terms accepted first, in a browser; then HF_TOKEN opens it',
  404: 'it does not exist',
};

async function get({ token }: Hub, url: string): Promise<Response> {
  const answer = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: Error) => {
      throw new Error(`${url}: no answer; ${(error.cause as Error | undefined)?.message ?? error.message}`, {
        cause: error,
      });
    },
  );
  if (answer.ok) return answer;
  throw new Error(`${url}: expected 200, got ${answer.status}: ${MEANINGS[answer.status] ?? answer.statusText}.`);
}
