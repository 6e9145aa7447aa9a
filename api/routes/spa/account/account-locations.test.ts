import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../testing/accounts.fixture.ts';
import { startTestApi, type TestApi } from '../../../testing/server.fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ deps: { locate: (ip) => (ip === null ? null : `Berlin, as ${ip}`) } });
});
afterAll(() => api.close());

test.each(['/spa/user/sessions', '/spa/merchant/activities', '/spa/audit'])(
  '%s says where the addresses are by the file of the operator',
  async (url) => {
    const { browser } = await signUp(api);
    const [newest] = (await browser({ url })).json.data;
    expect(newest).toMatchObject({ ip: '127.0.0.1', location: 'Berlin, as 127.0.0.1' });
  },
);
