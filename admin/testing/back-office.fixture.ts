import { afterAll, beforeAll } from 'vitest';
import { type BuiltFrontEnd, buildBackOffice } from './build.fixture.ts';
import { type MockServer, startMockServer } from './mock-server.fixture.ts';

/** The built back office before a mock of the API, for one test file or one `describe`; ended after it. */
export function withBackOffice(): Omit<MockServer, 'close'> {
  let built: BuiltFrontEnd | undefined;
  let server: MockServer | undefined;
  beforeAll(async () => {
    built = await buildBackOffice();
    server = await startMockServer(built.dist);
  });
  afterAll(async () => {
    await server?.close();
    await built?.remove();
  });
  const running = () => {
    if (server === undefined) throw new Error('The back office starts in beforeAll.');
    return server;
  };
  return {
    get url() {
      return running().url;
    },
    get state() {
      return running().state;
    },
    reset: (changes) => running().reset(changes),
    tell: (event, entity) => running().tell(event, entity),
  };
}
