import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';

/** How Temporal calls the workers of one installation together; each build of them is a version of it. */
export const DEPLOYMENT_NAME = 'tidegate';

/** A worker's information about its build: a workflow stays with the build that began it, unless it says otherwise. */
export function deploymentOptions(buildId: string | undefined): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: DEPLOYMENT_NAME, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'PINNED',
    },
  };
}

/** The builds that get new workflows, and those that Temporal knows. */
export interface Deployment {
  /** The build that gets new workflows; null: workers without a build. */
  readonly current: string | null;
  /** A build that gets a share of them. */
  readonly ramping: { readonly buildId: string; readonly percent: number } | null;
  /** True once somebody has chosen the current build, also when it was none. */
  readonly wasChosen: boolean;
  /** Newest first. */
  readonly builds: readonly Build[];
  /** Identifies the state that a change is based on, so that one of two concurrent changes fails. */
  readonly conflictToken: Uint8Array;
}

export interface Build {
  readonly buildId: string;
  readonly status: BuildStatus;
}

/**
 * `inactive` never got a workflow, `current` gets new ones, `ramping` a share of them; `draining` still has workflows
 * of its own, `drained` has none.
 */
export type BuildStatus = 'inactive' | 'current' | 'ramping' | 'draining' | 'drained' | 'unknown';

/** As the protocol numbers them: `temporal.api.enums.v1.WorkerDeploymentVersionStatus`. */
const STATUSES: Readonly<Record<number, BuildStatus>> = {
  1: 'inactive',
  2: 'current',
  3: 'ramping',
  4: 'draining',
  5: 'drained',
};

/** Asks Temporal; undefined while no worker with a build has ever polled. */
export async function readDeployment(client: Client): Promise<Deployment | undefined> {
  const { namespace } = client.options;
  try {
    const { workerDeploymentInfo: info, conflictToken } = await client.workflowService.describeWorkerDeployment({
      namespace,
      deploymentName: DEPLOYMENT_NAME,
    });
    const routing = info?.routingConfig;
    const ramping = routing?.rampingDeploymentVersion?.buildId;
    const seconds = (version: { readonly createTime?: { readonly seconds?: unknown } | null }) =>
      Number(version.createTime?.seconds ?? 0);
    return {
      current: routing?.currentDeploymentVersion?.buildId || null,
      ramping: ramping ? { buildId: ramping, percent: routing?.rampingVersionPercentage ?? 0 } : null,
      wasChosen: Number(routing?.currentVersionChangedTime?.seconds ?? 0) > 0,
      builds: (info?.versionSummaries ?? [])
        .toSorted((a, b) => seconds(b) - seconds(a))
        .map(({ deploymentVersion, status }) => ({
          buildId: deploymentVersion?.buildId ?? '',
          status: STATUSES[status ?? 0] ?? 'unknown',
        })),
      conflictToken,
    };
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return undefined;
    throw error;
  }
}

/**
 * A worker's actions on builds once it polls. One with a build becomes current if none was ever chosen: the first of an
 * installation has nobody to wait for. One without says so in its log while another build gets all new workflows. Safe
 * to call at once from every worker. @throws a gRPC error if Temporal does not answer
 */
export async function joinDeployment(client: Client, buildId: string | undefined, log: Logger): Promise<void> {
  if (buildId !== undefined) return claimFirstBuild(client, buildId);
  const current = (await readDeployment(client).catch(onlyIfAbsent))?.current ?? null;
  if (current === null) return;
  log.warn({ current }, 'this worker has no WORKER_BUILD_ID and gets no new workflows: a build is current');
}

/** A server that is too old knows no deployments at all. */
function onlyIfAbsent(error: unknown): undefined {
  if (!isGrpcServiceError(error) || error.code !== UNIMPLEMENTED) throw error;
}

async function claimFirstBuild(client: Client, buildId: string): Promise<void> {
  // Temporal notices the first poll of a build a second or two later, and a change by others makes this one fail.
  for (let tries = 1; ; tries += 1) {
    const deployment = await readDeployment(client);
    if (deployment?.wasChosen) return;
    try {
      if (deployment?.builds.some((build) => build.buildId === buildId)) {
        return await setCurrentBuild(client, { buildId, identity: `worker@${hostname()}`, deployment });
      }
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== FAILED_PRECONDITION) throw error;
    }
    if (tries === CLAIM_TRIES) throw new Error(`Temporal does not know the build ${buildId} of the workers yet.`);
    await setTimeout(CLAIM_PAUSE_MS);
  }
}

/** Of gRPC. */
const NOT_FOUND = 5;
const RESOURCE_EXHAUSTED = 8;
const FAILED_PRECONDITION = 9;
const UNIMPLEMENTED = 12;
const CLAIM_TRIES = 40;
const CLAIM_PAUSE_MS = 250;

/**
 * Gives all new workflows to a build, and those that move with the current one; null: to workers without a build.
 * @throws a gRPC error if the build has no worker, lacks a queue of the current one, or somebody else was faster
 */
export async function setCurrentBuild(
  client: Client,
  { buildId, identity, deployment }: BuildChange & { readonly buildId: string | null },
): Promise<void> {
  await client.workflowService.setWorkerDeploymentCurrentVersion({
    namespace: client.options.namespace,
    deploymentName: DEPLOYMENT_NAME,
    buildId: buildId ?? '',
    conflictToken: deployment.conflictToken,
    identity,
  });
}

/** Gives a build a share of the new workflows; 0 takes it back. @throws as {@link setCurrentBuild} */
export async function setRampingBuild(
  client: Client,
  { buildId, percent, identity, deployment }: BuildChange & { readonly buildId: string; readonly percent: number },
): Promise<void> {
  await client.workflowService.setWorkerDeploymentRampingVersion({
    namespace: client.options.namespace,
    deploymentName: DEPLOYMENT_NAME,
    buildId: percent === 0 ? '' : buildId,
    percentage: percent,
    conflictToken: deployment.conflictToken,
    identity,
  });
}

/**
 * A change that Temporal refuses now and accepts later: it learns of the queues of workers that have just started one
 * by one, some seconds after their first polls, and limits how often a deployment changes, refused changes included.
 */
export function isTooEarly(error: unknown): boolean {
  if (!isGrpcServiceError(error)) return false;
  return error.code === RESOURCE_EXHAUSTED || /missing active task queues/.test(error.details);
}

export interface BuildChange {
  /** The author of the change. */
  readonly identity: string;
  /** As it was read before. */
  readonly deployment: Deployment;
}

/** How many unfinished workflows belong to a build and stay with it. */
export async function countPinned(client: Client, buildId: string): Promise<number> {
  return (await client.workflow.count(pinnedTo(buildId))).count;
}

/**
 * Moves the unfinished workflows that stay with a build to another one, which continues each by its history.
 * @returns how many were moved; a workflow that ended meanwhile does not count
 */
export async function movePinned(
  client: Client,
  { from, to, identity }: { readonly from: string; readonly to: string; readonly identity: string },
): Promise<number> {
  const pinned = { behavior: PINNED, version: { deploymentName: DEPLOYMENT_NAME, buildId: to } };
  // Read first: the list shrinks with each move.
  const found: { readonly workflowId: string; readonly runId: string }[] = [];
  for await (const each of client.workflow.list({ query: pinnedTo(from) })) found.push(each);
  let moved = 0;
  for (const { workflowId, runId } of found) {
    try {
      await client.workflowService.updateWorkflowExecutionOptions({
        namespace: client.options.namespace,
        workflowExecution: { workflowId, runId },
        workflowExecutionOptions: { versioningOverride: { pinned } },
        updateMask: { paths: ['versioning_override'] },
        identity,
      });
      moved += 1;
    } catch (error) {
      if (!isGrpcServiceError(error) || (error.code !== NOT_FOUND && error.code !== FAILED_PRECONDITION)) throw error;
    }
  }
  return moved;
}

/** As the protocol numbers it: `temporal.api.workflow.v1.VersioningOverride.PinnedOverrideBehavior`. */
const PINNED = 1;

function pinnedTo(buildId: string): string {
  return (
    `TemporalWorkerDeploymentVersion = '${DEPLOYMENT_NAME}:${buildId}' ` +
    `AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`
  );
}
