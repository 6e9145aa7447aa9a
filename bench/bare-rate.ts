import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { inParallel } from './shop.ts';

/** A workflow of bare-workflow.ts that asks of Temporal what one of the product's does, and nothing else. */
export interface BareShape {
  readonly workflowType: 'bareWorkflow' | 'barePayoutWorkflow';
  readonly signals: number;
  /** The signals come once so many activities were asked, and a while later, as a block comes after what was sent; by default they come at once. */
  readonly asks?: number;
  readonly count: number;
  readonly atOnce: number;
}

/** Half of the product's second between blocks. */
const UNTIL_A_BLOCK_MS = 500;
const QUEUES = { core: 'bench-bare', other: 'bench-bare-other' } as const;

/** Whole bare workflows per second on the Temporal at the address, after a few to warm up. */
export async function bareRate(address: string, shape: BareShape): Promise<number> {
  const { workflowType, signals, asks = 0, count, atOnce } = shape;
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const [connection, native, workflowBundle] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
    bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
      logger: new DefaultLogger('ERROR'),
    }),
  ]);
  const client = new Client({ connection });
  const asked = new Map<string, () => void>();
  const ask = async () => asked.get(Context.current().info.workflowExecution?.workflowId ?? '')?.();
  const activities = { note: async () => {}, ask };
  const workers = await Promise.all([
    Worker.create({
      connection: native,
      taskQueue: QUEUES.core,
      workflowBundle,
      activities,
      maxConcurrentWorkflowTaskExecutions: 40,
      maxConcurrentWorkflowTaskPolls: 8,
    }),
    Worker.create({ connection: native, taskQueue: QUEUES.other, activities }),
  ]);
  const running = workers.map((worker) => worker.run());
  const live = async (workflowId: string) => {
    const isSent = new Promise<void>((resolve) => {
      let left = asks;
      asked.set(workflowId, () => {
        left -= 1;
        if (left === 0) resolve();
      });
    });
    const handle: WorkflowHandle = await client.workflow.start(workflowType, { workflowId, taskQueue: QUEUES.core });
    if (asks > 0) {
      await isSent;
      await new Promise((resolve) => setTimeout(resolve, UNTIL_A_BLOCK_MS));
    }
    for (let sent = 0; sent < signals; sent += 1) await handle.signal('changed');
    return handle.result();
  };
  await inParallel(20, atOnce, async (index) => void (await live(`warm:${index}`)));
  const startMs = performance.now();
  await inParallel(count, atOnce, async (index) => void (await live(`bare:${index}`)));
  const seconds = (performance.now() - startMs) / 1_000;
  for (const worker of workers) worker.shutdown();
  await Promise.all(running);
  await Promise.all([connection.close(), native.close()]);
  return count / seconds;
}
