import { serverVersion } from './checks/objects.ts';
import { CHECKS, type Check } from './checks.ts';
import { Drill } from './drill.ts';
import { type Finding, failed } from './finding.ts';
import { readOptions } from './options.ts';
import { exitCode, type Row, table } from './table.ts';

/** `node --import tsx scripts/k8s/drill/main.ts --manifest FILE`: all checks against the cluster of KUBECONFIG. */
async function runCheck(drill: Drill, { name, run }: Check): Promise<Row> {
  const startedAt = performance.now();
  let finding: Finding;
  try {
    await drill.restore();
    finding = await run(drill);
  } catch (error) {
    finding = failed((error as Error).message);
  }
  const row = { check: name, seconds: (performance.now() - startedAt) / 1000, ...finding };
  console.error(`${row.result}: ${name} (${row.seconds.toFixed(0)} s): ${row.detail}`);
  return row;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  const chosen = CHECKS.filter(
    ({ name }) => options.only.length === 0 || options.only.some((word) => name.includes(word)),
  );
  if (chosen.length === 0)
    throw new Error(`Expected --only to name a check, got none of: ${CHECKS.map(({ name }) => name).join('; ')}.`);
  console.error(`Kubernetes ${await serverVersion()}`);
  const drill = await Drill.begin(options);
  const rows: Row[] = [];
  try {
    for (const check of chosen) rows.push(await runCheck(drill, check));
  } finally {
    console.log(table(rows));
    await drill.end();
  }
  return exitCode(rows);
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
