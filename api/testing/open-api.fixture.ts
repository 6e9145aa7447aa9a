import { afterAll } from 'vitest';
import { startTestApi, type TestApi } from './server.fixture.ts';

/**
 * A server of a test file's own, gone after its last test. Called at the top of the file:
 * `const api = await openTestApi();`
 */
export async function openTestApi(options?: Parameters<typeof startTestApi>[0]): Promise<TestApi> {
  const api = await startTestApi(options);
  afterAll(() => api.close());
  return api;
}
