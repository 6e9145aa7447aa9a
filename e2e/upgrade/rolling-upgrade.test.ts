import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../activities/webhooks/receiver.fixture.ts';
import { connect } from '../../db/connect.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { changeStop } from '../../db/payouts/emergency-stop.ts';
import { LAST_RELEASE } from '../../db/schema/migration-files.ts';
import { noteServer } from '../../scripts/testing/report.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { temporalSettings } from '../../scripts/testing/temporal.ts';
import { isFound } from '../../scripts/toolchain/found.ts';
import { ensureRabbitMq } from '../../scripts/toolchain/rabbitmq.ts';
import { openClient } from '../../temporal/connection.ts';
import { readDeployment } from '../../temporal/worker-deployment.ts';
import { workflowTypes } from '../../workflows/messages.ts';
import { auditCrowd } from '../faults/audit.fixture.ts';
import { untilClean } from '../faults/killing.fixture.ts';
import { auditPayouts, earn } from '../faults/payout-crowd.fixture.ts';
import { readRunbook, runLine } from '../runbook.fixture.ts';
import { openShop } from '../shop.fixture.ts';
import { type Fleet, startFleet } from './fleet.fixture.ts';
import { startLoad } from './load.fixture.ts';
import { checkOut, presentRelease, type Release } from './release.fixture.ts';

const invoices = Number(process.env.UPGRADE_INVOICES || '12');
const commit = process.env.UPGRADE_FROM || LAST_RELEASE.commit;
/** Few invoices are spread over the whole upgrade. Many come at a pace that two cores keep up with, with payouts. */
const everyMs = invoices < 100 ? 4_000 : 1_000;

/** As docs/upgrade.md calls them. */
const OLD_BUILD = '0b7d1e4';
const NEW_BUILD = '9f31c2a';
const [upgrade = []] = readRunbook('upgrade.md', { heading: '## The upgrade', blocks: 1 });
const [wayBack = []] = readRunbook('upgrade.md', { heading: '## The way back', blocks: 1 });

const folder = makeRunFolder();
const newRelease = presentRelease(NEW_BUILD);
let missing: string | undefined;
let parts: Parts | undefined;

interface Parts {
  readonly oldRelease: Release;
  readonly fleet: Fleet;
  readonly receiver: Receiver;
  readonly db: Db;
  readonly client: Client;
}

beforeAll(async () => {
  const broker = await ensureRabbitMq();
  if (!isFound(broker)) {
    noteServer({ name: 'RabbitMQ', missing: broker.missing });
    if (process.env.CI) throw new Error(broker.missing);
    missing = broker.missing;
    return;
  }
  const oldRelease = await checkOut(commit, { folder: join(folder.path, 'release'), buildId: OLD_BUILD });
  if ('missing' in oldRelease) {
    noteServer({ name: 'the last release', missing: oldRelease.missing });
    missing = oldRelease.missing;
    return;
  }
  const fleet = await startFleet(oldRelease);
  parts = {
    oldRelease,
    fleet,
    receiver: await startReceiver(),
    db: connect(fleet.databaseUrl, { poolSize: 2, applicationName: 'tidegate-audit' }),
    client: await openClient(temporalSettings({ address: fleet.temporalAddress, namespace: 'default' })),
  };
  await earn(openShop(fleet.started));
});
beforeEach((context) => {
  if (missing !== undefined) context.skip(missing);
});
afterAll(async () => {
  await parts?.client.connection.close();
  await parts?.db.close();
  await parts?.receiver.close();
  await parts?.fleet.stop();
  folder.remove();
});

test('the last release is upgraded to this code while invoices are paid, and nothing fails', async () => {
  const { fleet, oldRelease, client } = running();
  const said = await underLoad('upgrade', () =>
    follow(upgrade, {
      'Start the workers and the signer of the new release beside the old ones, with WORKER_BUILD_ID=9f31c2a.': () =>
        fleet.startWorkers(newRelease),
      'Restart the APIs with the new release, one after the other: each must be ready before the next one stops.':
        async () => {
          await fleet.restartApis(newRelease);
          // They belong to the old build, which has to end them.
          await holdPayouts(false);
        },
      'Stop the workers and the signer of the old release.': () => fleet.stopWorkers(oldRelease),
    }),
  );
  expect(said).toMatch(/^0b7d1e4 {2}current {2}[1-9]\d* unfinished workflows? belongs? to it$/m);
  expect((await readDeployment(client))?.current).toBe(NEW_BUILD);
});

test('the way back to the last release fails nothing either', async () => {
  const { fleet, oldRelease, client } = running();
  const said = await underLoad('way back', () =>
    follow(wayBack, {
      'Start the workers and the signer of the old release again, with WORKER_BUILD_ID=0b7d1e4, if they do not run.':
        () => fleet.startWorkers(oldRelease),
      'Restart the APIs with the old release, one after the other: each must be ready before the next one stops.': () =>
        fleet.restartApis(oldRelease),
      'Stop the workers and the signer of the new release.': () => fleet.stopWorkers(newRelease),
    }),
  );
  // Those that wait are sent once the new workers are gone.
  expect(said).toMatch(/^Moved [1-9]\d* workflows from 9f31c2a to 0b7d1e4\.$/m);
  expect((await readDeployment(client))?.current).toBe(OLD_BUILD);
});

function running(): Parts {
  if (parts === undefined) throw new Error('Nothing runs.');
  return parts;
}

/** Follows a runbook: runs its commands, and does what its comments ask of a person. @returns what commands printed */
async function follow(
  lines: readonly string[],
  byHand: Readonly<Record<string, () => Promise<void>>>,
): Promise<string> {
  let said = '';
  for (const line of lines) {
    if (!line.startsWith('# ')) {
      said += await runLine(line, running().fleet.env);
      continue;
    }
    const act = byHand[line.slice(2)];
    if (act === undefined) throw new Error(`The runbook says "${line}", which nobody does here.`);
    console.log(line);
    await act();
  }
  return said;
}

/** Does something while invoices are paid, and looks at all that is left afterwards. */
async function underLoad<T>(tag: string, act: () => Promise<T>): Promise<T> {
  const { fleet, receiver, db } = running();
  const since = receiver.received.length;
  const startedMs = Date.now();
  await holdPayouts(true);
  const load = startLoad(fleet, { tag, notificationUrl: receiver.url, everyMs, atLeast: Math.ceil(invoices / 2) });
  // An error is thrown only once nothing runs against the fleet anymore.
  const acting = act();
  await acting.catch(() => {});
  await holdPayouts(false);
  const outcome = await load.stop();
  const result = await acting;
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  const paid = await untilClean(() =>
    auditCrowd(db, outcome.invoices, {
      received: receiver.received.slice(since),
      notificationKey: fleet.started.api.notification_key,
    }),
  );
  const sent = await untilClean(() => auditPayouts(db, outcome.payouts));
  const workflows = await untilClean(findWorkflowProblems);
  const { pages } = outcome;
  console.log(
    `${tag}, ${seconds} s: invoices ${outcome.invoices.lives.length} tried, ${paid.finished} ended as they should, ` +
      `${paid.doubled} doubled; payouts ${outcome.payouts.ids.length} tried, ${sent.survived} paid once, ` +
      `${sent.lost} lost, ${sent.madeTwice} twice; webhooks ${paid.webhooks} of ${paid.events}, ` +
      `${paid.repeatedWebhooks} repeated; calls made again ${outcome.invoices.retries() + outcome.payouts.retries}; ` +
      `pages ${pages.answered} read, streams opened ${pages.streams}, failed ${pages.failures.length}`,
  );
  expect(pages.failures.slice(0, 20)).toEqual([]);
  expect(outcome.invoices.retries()).toBe(0);
  expect(outcome.payouts.retries).toBe(0);
  expect(paid.problems).toEqual([]);
  expect(sent.problems).toEqual([]);
  expect(workflows.problems).toEqual([]);
  return result;
}

/** Payouts of one network wait meanwhile: so there are workflows that cannot end. */
async function holdPayouts(stopped: boolean): Promise<void> {
  const change = { modes: ['sandbox'], network: 'XRP', stopped, by: 'test', reason: 'payouts wait' } as const;
  await changeStop(running().db, change);
}

/** Workflows that failed, those of finished objects that still run, and those whose tasks fail again and again. */
async function findWorkflowProblems(): Promise<{ problems: string[] }> {
  const { client, oldRelease } = running();
  const { workflow } = client;
  const known = readFileSync(join(oldRelease.folder, 'workflows', 'messages.ts'), 'utf8');
  const problems: string[] = [];
  for await (const { workflowId, status } of workflow.list({ query: ENDED_BADLY })) {
    problems.push(`${workflowId} is ${status.name}`);
  }
  for await (const { workflowId, runId, type } of workflow.list({ query: "ExecutionStatus = 'Running'" })) {
    if (FOR_ONE_OBJECT.includes(type)) problems.push(`${workflowId} still runs`);
    // On the way back, workflows that are newer than the last release wait until it is upgraded again.
    if (!known.includes(`'${type}'`)) continue;
    const { raw } = await workflow.getHandle(workflowId, runId).describe();
    const tries = raw.pendingWorkflowTask?.attempt ?? 0;
    if (tries > 1) problems.push(`${workflowId} fails at its task, ${tries} times`);
  }
  return { problems };
}

const ENDED_BADLY = "ExecutionStatus IN ('Failed', 'Terminated', 'TimedOut')";
const FOR_ONE_OBJECT: readonly string[] = [workflowTypes.invoice, workflowTypes.payout, workflowTypes.webhook];
