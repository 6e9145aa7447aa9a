import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { sharedServer } from '../../scripts/testing/shared-servers.ts';
import { type MockServer, startMockServer } from './mock-server.fixture.ts';

/** The built back office before a mock of the API, for one test file or one `describe`; ended after it. */
export function withBackOffice(): Omit<MockServer, 'close'> {
  let server: MockServer | undefined;
  beforeAll(async () => {
    const { dist } = await sharedServer<{ dist: string }>('/back-office');
    server = await startMockServer(dist);
  });
  afterEach(() =>
    expect(server?.drift.splice(0) ?? [], 'The mock answered what the server would not send.').toEqual([]),
  );
  afterAll(() => server?.close());
  const running = () => {
    if (server === undefined) throw new Error('The back office starts in beforeAll.');
    return server;
  };
  return {
    get url() {
      return running().url;
    },
    get drift() {
      return running().drift;
    },
    get state() {
      return running().state;
    },
    reset: (changes) => running().reset(changes),
    tell: (event, entity) => running().tell(event, entity),
  };
}
