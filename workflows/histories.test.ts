import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { quietWorkers } from '../scripts/testing/quiet-workers.ts';
import { bundleWorkflows } from '../temporal/bundle.ts';
import * as all from './all.ts';
import { workflowTypes } from './messages.ts';

// Recorded by `node scripts/record-histories.ts`. A history is never recorded again to make this pass: runs like it are
// alive in production, so the code has to keep taking them (`patched()`).
const folder = join(import.meta.dirname, 'histories');
quietWorkers();

describe('workflows', () => {
  it('are packed for the sandbox, every type that messages name', () => {
    expect(Object.keys(all).sort()).toEqual(Object.values(workflowTypes).sort());
  });

  it('replay every stored history, and each type has one', async () => {
    const histories = readdirSync(folder)
      .filter((file) => file.endsWith('.history.json'))
      .map((file) => ({ workflowId: file, history: JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown }));
    const failures: string[] = [];
    const { codePath } = await bundleWorkflows();
    const results = Worker.runReplayHistories({ workflowBundle: { codePath } }, histories);
    for await (const { workflowId, error } of results) if (error) failures.push(`${workflowId}: ${error.message}`);
    expect(failures).toEqual([]);
    const types = histories.map(({ history }) => typeOf(history));
    expect([...new Set(types)].sort()).toEqual(Object.values(workflowTypes).sort());
  });
});

function typeOf(history: unknown): string | undefined {
  const { events } = history as {
    events: { workflowExecutionStartedEventAttributes?: { workflowType: { name: string } } }[];
  };
  return events[0]?.workflowExecutionStartedEventAttributes?.workflowType.name;
}
