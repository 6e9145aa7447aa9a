import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { inParallel } from './shop.ts';

/** A workflow of bare-workflow.ts that asks of Temporal what one of the product's does, and nothing else. */
export interface BareShape {
  readonly workflowType: 'bareStepWorkflow' | 'bareWorkflow' | 'barePayoutWorkflow';
  readonly signals: number;
  /**
   * The signals come once so many activities were asked, and a while later, as a block comes after what was sent; by
   * default they come at once.
   */
  readonly asks?: number;
  readonly atOnce: number;
}

/** Workers that serve bare workflows. */
export interface Bare {
  /** Lives so many workflows. @returns how many per second */
  rate(count: number): Promise<number>;
  close(): Promise<void>;
}

/** Half of the product's second between blocks. */
const UNTIL_A_BLOCK_MS = 500;
const QUEUES = { core: 'bench-bare', other: 'bench-bare-other' } as const;

/** Bare workflows on the Temporal at the address, after a few to warm up. */
export async function openBare(address: string, { workflowType, signals, asks = 0, atOnce }: BareShape): Promise<Bare> {
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
  const waiting = new Map<string, () => void>();
  const ask = async () => waiting.get(Context.current().info.workflowExecution?.workflowId ?? '')?.();
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
  let lived = 0;

  async function live(): Promise<void> {
    const workflowId = `bare:${lived}`;
    lived += 1;
    const isSent = new Promise<void>((resolve) => {
      let left = asks;
      waiting.set(workflowId, () => {
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
    await handle.result();
  }

  async function rate(count: number): Promise<number> {
    const startMs = performance.now();
    await inParallel(count, atOnce, live);
    return (count * 1_000) / (performance.now() - startMs);
  }

  await rate(20);
  return {
    rate,
    async close() {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await Promise.all([connection.close(), native.close()]);
    },
  };
}
