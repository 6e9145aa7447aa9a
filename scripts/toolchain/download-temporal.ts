// Fetches the Temporal server the way the SDK does, into the folder named by the first argument.
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [downloadDir] = process.argv.slice(2);
if (downloadDir === undefined) throw new Error('usage: download-temporal.ts <folder>');

const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir, ttl: '365 days' } },
});
await environment.teardown();
