import { CLIENTS } from '../clients.ts';
import type { Drill } from '../drill.ts';
import { type Finding, unless } from '../finding.ts';
import type { JobReport } from '../in-cluster/job.ts';
import { inPod } from '../in-pod.ts';
import { run } from '../kubectl.ts';

const ROWS = 400;

/** A file is verified while one pod after the other is deleted by force; each row is answered once, in order. */
export async function jobOverDeletedPods({ installation, url, key }: Drill): Promise<Finding> {
  const pods = await installation.pods();
  const deletions: Promise<unknown>[] = [];
  const onLine = (line: string) => {
    const done = Number(line);
    // The first at a tenth, the second in the middle.
    const [due, pod] = [[ROWS / 10, ROWS / 2][deletions.length], pods[deletions.length]];
    if (due === undefined || pod === undefined || !(done >= due) || done === ROWS) return;
    deletions.push(installation.kubectl('delete', 'pod', pod.name, '--force', '--grace-period=0'));
  };
  const { code, stdout, stderr } = await run('kubectl', await inPod(CLIENTS, 'job', { url, key, rows: ROWS }), {
    onLine,
    timeoutMs: 600_000,
  });
  await Promise.all(deletions);
  const last = stdout.trim().split('\n').at(-1)!;
  if (code !== 0 || !last.startsWith('{')) throw new Error(`The job ended with ${code}: ${stderr.trim().slice(-300)}`);
  const { status, results, inOrder, withVerdict, unanswered } = JSON.parse(last) as JobReport;
  const problems: string[] = [];
  if (status !== 'completed') problems.push(`its status is ${status}`);
  if (results !== ROWS || inOrder !== ROWS || withVerdict !== ROWS) problems.push(`expected ${ROWS} verdicts`);
  if (deletions.length === 0) problems.push('it ended before a pod could be deleted');
  const figures = `${withVerdict} verdicts in ${results} rows, ${inOrder} in order; ${deletions.length} pods deleted`;
  return unless(problems, `${figures}; ${unanswered} of the questions about it asked again`);
}
