// Which build of the workers gets new workflows, and which can stop: `npm run workers -- list`.
import '../db/core/require-node.ts';
import { setTimeout } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import { InvalidArgumentError } from 'commander';
import { BUILD_ID } from '../settings/readers.ts';
import {
  countPinned,
  type Deployment,
  isTooEarly,
  movePinned,
  readDeployment,
  setCurrentBuild,
  setRampingBuild,
} from '../temporal/worker-deployment.ts';
import { operatorName } from './operator-name.ts';
import { operatorProgram, run } from './operator-program.ts';
import { say } from './progress.ts';
import { openTemporal } from './temporal-server.ts';

const identity = operatorName('workers');

async function deploymentOf(client: Client): Promise<Deployment> {
  const deployment = await readDeployment(client);
  if (deployment === undefined) throw new Error('No worker has had a WORKER_BUILD_ID yet.');
  return deployment;
}

interface Given {
  readonly client: Client;
  readonly deployment: Deployment;
}

/** An action on Temporal's deployment of the workers. */
function onDeployment<Args extends readonly string[]>(act: (given: Given, ...args: Args) => Promise<void>) {
  return async (...args: Args): Promise<void> => {
    const client = await openTemporal();
    try {
      await act({ client, deployment: await deploymentOf(client) }, ...args);
    } catch (error) {
      throw isGrpcServiceError(error) ? new Error(`Temporal refused: ${error.details}.`) : error;
    } finally {
      await client.connection.close();
    }
  };
}

function buildName(build: string): string {
  if (BUILD_ID.test(build)) return build;
  throw new InvalidArgumentError('It is not the name of a build.');
}

async function list({ client, deployment }: Given): Promise<void> {
  for (const { buildId, status } of deployment.builds) {
    const share = deployment.ramping?.buildId === buildId ? ` ${deployment.ramping.percent} %` : '';
    say(`${buildId}  ${status}${share}  ${inWords(await countPinned(client, buildId))}`);
  }
  if (deployment.current === null) say('New workflows go to workers without a build.');
}

async function makeCurrent({ client, deployment }: Given, build: string): Promise<void> {
  const buildId = build === 'none' ? null : known(deployment, build);
  if (buildId !== deployment.current) {
    await onceAccepted({ client, deployment }, (now) =>
      setCurrentBuild(client, { buildId, identity, deployment: now }),
    );
  }
  say(`New workflows go to ${buildId ?? 'workers without a build'}.`);
}

async function ramp({ client, deployment }: Given, build: string, text: string): Promise<void> {
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(percent <= 100)) throw new Error('The percentage must be a whole number from 0 to 100.');
  const buildId = known(deployment, build);
  if (deployment.current === buildId) throw new Error(`${buildId} gets all new workflows already.`);
  await onceAccepted({ client, deployment }, (now) =>
    setRampingBuild(client, { buildId, percent, identity, deployment: now }),
  );
  say(`${percent} % of the new workflows go to ${buildId}.`);
}

/** Tries again for two minutes while it is too early, less and less often, each time with the deployment as it is. */
async function onceAccepted({ client, deployment }: Given, change: (now: Deployment) => Promise<void>): Promise<void> {
  let now = deployment;
  const endMs = Date.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    try {
      return await change(now);
    } catch (error) {
      if (!isTooEarly(error) || Date.now() + pauseMs > endMs) throw error;
    }
    await setTimeout(pauseMs);
    now = await deploymentOf(client);
  }
}

const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;

async function tellDrained({ client, deployment }: Given, build: string): Promise<void> {
  const buildId = known(deployment, build);
  if (deployment.current === buildId || deployment.ramping?.buildId === buildId) {
    throw new Error(`${buildId} gets new workflows: its workers must not stop. Make another build current first.`);
  }
  const count = await countPinned(client, buildId);
  if (count === 0) return say(`No unfinished workflow belongs to ${buildId}: its workers can stop.`);
  say(`${buildId}: ${inWords(count)}. Its workers must not stop yet, unless you move them.`);
  process.exitCode = 1;
}

async function move({ client, deployment }: Given, build: string): Promise<void> {
  const from = known(deployment, build);
  const { current: to } = deployment;
  if (to === null || to === from) throw new Error('Make another build current first.');
  const moved = await movePinned(client, { from, to, identity });
  say(`Moved ${moved} workflows from ${from} to ${to}.`);
}

function known(deployment: Deployment, build: string): string {
  if (deployment.builds.some(({ buildId }) => buildId === build)) return build;
  const names = deployment.builds.map(({ buildId }) => buildId).join(', ');
  throw new Error(`There is no build ${build}, but ${names}. A build is known once a worker of it polls.`);
}

function inWords(count: number): string {
  return count === 1 ? '1 unfinished workflow belongs to it' : `${count} unfinished workflows belong to it`;
}

const program = operatorProgram('workers', {
  about: 'The builds of the workers (WORKER_BUILD_ID): which gets new workflows, and which can stop.',
  notes:
    'Permanent workflows, such as those that follow chains, always move to the current build by themselves.\n' +
    'Uses TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE, or what npm start runs on DATA_DIR.',
});
program.command('list').description('lists the builds, newest first').action(onDeployment(list));
program
  .command('current')
  .argument('<build>', 'a build, or none for workers without one', buildName)
  .description('gives all new workflows to a build')
  .action(onDeployment(makeCurrent));
program
  .command('ramp')
  .argument('<build>', 'a build', buildName)
  .argument('<percent>', '0 to 100')
  .description('gives a build a share of the new workflows; 0 takes it back')
  .action(onDeployment(ramp));
program
  .command('drained')
  .argument('<build>', 'a build', buildName)
  .description('exits with status 1 while unfinished workflows belong to a build: its workers must not stop yet')
  .action(onDeployment(tellDrained));
program
  .command('move')
  .argument('<build>', 'a build', buildName)
  .description('moves the unfinished workflows of a build to the current one')
  .action(onDeployment(move));
await run(program);
