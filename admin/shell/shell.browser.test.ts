import { expect, it } from 'vitest';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';

const open = withDesk();
const server = withBackOffice();

it('lays a notice over the page, which does not move under the pointer', async () => {
  server.reset();
  const { page, context } = await open({ origin: server.url });
  await page.goto(`${server.url}/history`);
  await page.locator('tbody th a').first().click();
  const block = page.getByRole('button', { name: 'Add a block' });
  await block.waitFor();
  const before = await block.boundingBox();
  await block.click();
  await page.locator('[data-notice]').waitFor();
  expect(await block.boundingBox()).toEqual(before);
  await context.close();
});

it('moves the focus to the page that was opened, without a ring around all of it', async () => {
  server.reset();
  const { page, context } = await open({ origin: server.url });
  await page.goto(`${server.url}/history`);
  const link = page.getByRole('link', { name: 'Balance', exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor();
  const main = page.locator('main');
  await expect.poll(() => main.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await main.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
  await context.close();
});
