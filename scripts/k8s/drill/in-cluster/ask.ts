/** Runs in a pod: `node -e PROGRAM JSON` sends one request after the other and prints their answers as JSON. */
export interface Question {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Reply {
  /** 0: no answer; the text says why. */
  readonly status: number;
  readonly text: string;
}

async function ask({ url, ...init }: Question): Promise<Reply> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error & { code?: string } };
    return { status: 0, text: cause?.code ?? cause?.message ?? message };
  }
}

const replies: Reply[] = [];
for (const question of JSON.parse(process.argv.at(-1) ?? '') as Question[]) replies.push(await ask(question));
// A pipe takes long texts in parts.
process.stdout.write(`${JSON.stringify(replies)}\n`, () => process.exit(0));
