import { type Client, ScheduleAlreadyRunning, type ScheduleSpec } from '@temporalio/client';
import { pause } from '../activities/pause.ts';
import { MODES, NETWORKS } from '../domain/assets/assets.ts';
import { HEDGED_ASSETS } from '../domain/treasury/exchanges.ts';
import { bankOf } from '../settings/bank.ts';
import { type Config, isOpen, isSimulated } from '../settings/config.ts';
import { hedgingOf } from '../settings/hedging.ts';
import { type PermanentWorkflowType, taskQueues, workflowIds, workflowTypes } from '../workflows/messages.ts';
import { attributePairs } from '../workflows/search-attributes.ts';
import type { WaitOptions } from './connection.ts';

interface Standing {
  readonly workflowType: PermanentWorkflowType;
  readonly workflowId: string;
  readonly input: unknown;
  readonly summary: string;
  readonly network?: string;
}

/** Ensures the standing workflows until the signal: Temporal may lose them, or an operator end one by mistake. */
export async function keepStandingWorkflows(
  client: Client,
  config: Config,
  { signal, onTrouble, everyMs = 60_000 }: WaitOptions & { readonly everyMs: number | undefined },
): Promise<void> {
  while (!signal.aborted) {
    await pause(signal, everyMs);
    if (!signal.aborted) await ensureStandingWorkflows(client, config).catch(onTrouble);
  }
}

/**
 * Starts the permanent workflows (followers, sweepers, the simulator, rates, hedgers, the trial balance, recovery) and
 * the schedules of the retention, the archive, the check of the dashboard, the proof of reserves, the partners'
 * settlement and mailed reports, as far as they are missing. Safe to do at once from every worker.
 */
export async function ensureStandingWorkflows(client: Client, config: Config): Promise<void> {
  const started = standingWorkflows(config).map((standing) => startOne(client, standing));
  const scheduled = [
    schedule(client, 'retention', daily(20)),
    schedule(client, 'dashboardCheck', daily(35)),
    schedule(client, 'archive', daily(50)),
    // The first run of a day makes it, and a later one finishes what it could not.
    schedule(client, 'reserves', { intervals: [{ every: '1 hour' }] }),
    schedule(client, 'partnerSettlement', { intervals: [{ every: '1 hour' }] }),
    schedule(client, 'scheduledReports', { intervals: [{ every: '15 minutes' }] }),
  ];
  await Promise.all([...started, ...scheduled]);
}

const daily = (minute: number): ScheduleSpec => ({ calendars: [{ hour: 3, minute }] });

/** Each run of a schedule does everything that is due, so a missed one does no harm. */
async function schedule(
  client: Client,
  name: 'retention' | 'archive' | 'dashboardCheck' | 'reserves' | 'partnerSettlement' | 'scheduledReports',
  spec: ScheduleSpec,
): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: workflowIds[name],
      spec,
      policies: { overlap: 'SKIP', catchupWindow: '1 hour' },
      action: {
        type: 'startWorkflow',
        workflowType: workflowTypes[name],
        workflowId: workflowIds[name],
        taskQueue: taskQueues.core,
        args: [{ version: 1 }],
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

async function startOne(
  client: Client,
  { workflowType, workflowId, input, summary, network }: Standing,
): Promise<void> {
  await client.workflow.start(workflowType, {
    workflowId,
    taskQueue: taskQueues.core,
    args: [input],
    staticSummary: summary,
    typedSearchAttributes: attributePairs(network === undefined ? {} : { Network: network }),
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
}

/** The permanent workflows that every installation has, whatever its networks are. */
export const ALWAYS_RUNNING: readonly string[] = [
  ...MODES.map((mode) => workflowIds.rates(mode)),
  workflowIds.trialBalance,
  workflowIds.recovery,
  workflowIds.linkedOperations,
];

function standingWorkflows(config: Config): Standing[] {
  const chains = MODES.flatMap((mode) =>
    NETWORKS.filter((network) => isOpen(config, mode, network)).map((network) => ({ mode, network })),
  );
  const followers = chains.map(({ mode, network }) => ({
    workflowType: workflowTypes.follower,
    workflowId: workflowIds.follower(mode, network),
    input: { version: 1, mode, network },
    summary: `Follows ${network} in ${mode} mode`,
    network,
  }));
  // Sweepers move deposits to the paying account (ETH, TRON), merge small coins (BTC, LTC, BCH), or apply the settings
  // of the one account (XRP), which simulated chains do not have.
  const swept = chains.filter(({ mode, network }) => network === 'XRP' || !isSimulated(config, mode, network));
  const { sandboxPeriodSeconds } = config;
  const sweepers = swept.map(({ mode, network }) => ({
    workflowType: workflowTypes.sweeper,
    workflowId: workflowIds.sweeper(mode, network),
    input: {
      version: 1,
      mode,
      network,
      ...(mode === 'sandbox' && sandboxPeriodSeconds !== undefined ? { pauseMs: sandboxPeriodSeconds * 1_000 } : {}),
    },
    summary:
      network === 'XRP'
        ? `Applies XRP account settings in ${mode} mode`
        : `Collects ${network} deposits in ${mode} mode for payouts`,
    network,
  }));
  const rates = MODES.map((mode) => ({
    workflowType: workflowTypes.rates,
    workflowId: workflowIds.rates(mode),
    input: { version: 1, mode },
    summary: `Keeps the rates of ${mode} mode up to date`,
  }));
  const banks = MODES.filter((mode) => bankOf(config, mode) !== 'none').map((mode) => ({
    workflowType: workflowTypes.bankWindow,
    workflowId: workflowIds.bankWindow(mode),
    input: { version: 1, mode },
    summary: `Exchanges files with the bank in ${mode} mode`,
  }));
  const books = {
    workflowType: workflowTypes.trialBalance,
    workflowId: workflowIds.trialBalance,
    input: { version: 1 },
    summary: 'Checks the books every minute',
  };
  const recovery = {
    workflowType: workflowTypes.recovery,
    workflowId: workflowIds.recovery,
    input: { version: 1 },
    summary: 'Starts missing workflows from their rows',
  };
  const linked = {
    workflowType: workflowTypes.linkedOperations,
    workflowId: workflowIds.linkedOperations,
    input: { version: 1 },
    summary: 'Drafts reports of linked operations',
  };
  const simulator = {
    workflowType: workflowTypes.simulator,
    workflowId: workflowIds.simulator,
    input: { version: 1 },
    summary: 'Simulates the networks without a node',
  };
  const simulates = chains.some(({ mode, network }) => isSimulated(config, mode, network));
  const always = [...rates, ...banks, books, recovery, linked];
  return [...followers, ...sweepers, ...always, ...treasuries(config), ...(simulates ? [simulator] : [])];
}

/** A hedger per asset, and a comparison per mode, where there are exchanges. */
function treasuries(config: Config): Standing[] {
  const hedged = MODES.filter((mode) => hedgingOf(config, mode) !== 'none');
  const hedgers = hedged.flatMap((mode) =>
    HEDGED_ASSETS.map((asset) => ({
      workflowType: workflowTypes.hedger,
      workflowId: workflowIds.hedger(mode, asset),
      input: { version: 1, mode, asset },
      summary: `Hedges ${asset} in ${mode} mode`,
    })),
  );
  const watches = hedged.map((mode) => ({
    workflowType: workflowTypes.treasury,
    workflowId: workflowIds.treasury(mode),
    input: { version: 1, mode },
    summary: `Compares exchanges with the books in ${mode} mode`,
  }));
  return [...hedgers, ...watches];
}
