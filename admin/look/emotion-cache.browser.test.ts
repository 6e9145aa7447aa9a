import { expect, it } from 'vitest';
import { expectNoSidewaysScroll } from '../../scripts/testing/browser.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';

const open = withDesk();
const server = withBackOffice();

it('a window that narrows while a part of the page is drawn gets the narrow layout', async () => {
  server.reset();
  const { page, complaints } = await open({ origin: server.url });
  await page.goto(`${server.url}/account?tab=setting`);
  await page.getByRole('button', { name: 'Change password', exact: true }).waitFor();
  // The first component of its kind adds rules: here all the time, and likewise in the frame that adopts the width.
  await page.evaluate(() => {
    const sheets = [...document.styleSheets].filter(({ ownerNode }) => ownerNode instanceof HTMLStyleElement);
    setInterval(() => {
      for (const sheet of sheets) sheet.insertRule('.drawn-late { color: red }', sheet.cssRules.length);
    }, 1);
  });
  const navigation = page.locator('[data-rail]');
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.setViewportSize({ width: 320, height: 900 });
    await expectNoSidewaysScroll(page, 'at 320');
    await page.setViewportSize({ width: 1441, height: 900 });
    await expect.poll(() => navigation.isVisible()).toBe(true);
  }
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Not every one of them falls between a new rule and its frame. */
const TURNS = 10;
