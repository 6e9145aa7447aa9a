import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import type { MockServer } from '../testing/mock-server.fixture.ts';
import { makeVerification } from '../testing/mock-verification.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';
import { fillInBusiness } from './business-form.fixture.ts';

const TAB = '/account?tab=verify';
const made = makeUser({ permissions: [...permissionsOf('admin')] });
const user = { ...made, merchant: { ...made.merchant, can_production_activate: false } };
const open = { ...made, merchant: { ...made.merchant, can_production_activate: true } };
const words = 'The extract is older than three months.\nPlease upload a newer one.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const moreRequested = makeVerification('more_requested', { words });

describeScreens('verification', [
  { name: 'the test', path: TAB, state: { user } },
  { name: 'the business, empty', path: TAB, state: { user, verification: makeVerification('business') } },
  {
    name: 'the business with mistakes',
    path: TAB,
    state: { user, verification: makeVerification('business') },
    open: (page) => button(page, 'Save business').click(),
  },
  { name: 'the people', path: TAB, state: { user, verification: makeVerification('personal') } },
  {
    name: 'a person',
    path: TAB,
    state: { user, verification: makeVerification('personal') },
    open: async (page) => {
      await button(page, 'Add person').click();
      await page.getByLabel('Owns a part of the business').check();
      await button(page, 'Save person').click();
    },
  },
  { name: 'the checks', path: TAB, state: { user, verification: makeVerification('checking') } },
  { name: 'the review', path: TAB, state: { user, verification: makeVerification('review') } },
  { name: 'a request for more', path: TAB, state: { user, verification: moreRequested } },
  {
    name: 'production',
    path: TAB,
    state: { user: open, verification: makeVerification('production', { act_until: null }) },
  },
  {
    name: 'a refusal',
    path: TAB,
    state: { user, verification: makeVerification('declined', { words, act_until: null }) },
  },
  {
    name: 'an appeal',
    path: TAB,
    state: { user, verification: makeVerification('declined', { words, act_until: null }) },
    open: async (page) => {
      await button(page, 'Appeal this decision').click();
      await page.getByRole('dialog', { name: 'Appeal this decision' }).waitFor();
    },
  },
  {
    name: 'a change to report',
    path: TAB,
    state: { user: open, verification: makeVerification('production', { act_until: null }) },
    open: async (page) => {
      await button(page, 'Report a change').click();
      await page.getByRole('dialog', { name: 'Report a change' }).waitFor();
    },
  },
  {
    name: 'a question to answer in words',
    path: TAB,
    state: { user, verification: makeVerification('more_requested', { words, wanted: [] }) },
  },
  {
    name: 'a suspension',
    path: TAB,
    state: { user, verification: makeVerification('suspended', { words, wanted: [], act_until: null }) },
  },
  {
    name: 'a restriction',
    path: TAB,
    state: {
      user: open,
      verification: makeVerification('production', {
        act_until: null,
        restrictions: { money_out: true, invoices: true, words },
      }),
    },
  },
  { name: 'an expired one', path: TAB, state: { user, verification: makeVerification('expired') } },
]);

describe('verification', () => {
  const visitor = withDesk();
  const server = withBackOffice();

  async function visit(state: Parameters<MockServer['reset']>[0], width = 1441) {
    server.reset({ user, ...state });
    const { page } = await visitor({ origin: server.url, width });
    await page.goto(server.url + TAB);
    await page.getByRole('heading', { name: 'Verification', exact: true }).waitFor();
    return page;
  }
  const file = { name: 'register.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };

  it('says to nobody that payments can be accepted while new invoices are restricted', async () => {
    for (const status of ['production', 'rechecking', 'renewal'] as const) {
      const restrictions = { money_out: false, invoices: true, words };
      const page = await visit({ user: open, verification: makeVerification(status, { restrictions, wanted: [] }) });
      await page.getByText('You cannot accept new payments while the restriction below applies.').waitFor();
      expect(await page.getByText(/You can (accept|keep working)/).count(), status).toBe(0);
    }
  });

  it('is worked from the skipped test to the described business with its documents', async () => {
    const page = await visit({});
    await button(page, 'Skip the test').press('Enter');
    await page.getByRole('heading', { name: 'Tell us about your business' }).waitFor();
    await fillInBusiness(page, 'KP');
    await button(page, 'Save business').click();
    await page.getByText('We cannot serve businesses or people of this country').waitFor();
    await page.getByLabel('Country of registration').selectOption('DE');
    await button(page, 'Save business').click();
    await page.getByText('3 documents are missing.').waitFor();
    const saved = server.state.calls.findLast(({ method }) => method === 'PUT');
    expect(saved?.body).toMatchObject({ website: 'https://quay.example/', industry: 'retail' });

    for (const kind of ['Company register extract', 'Proof of ownership', 'Proof of the business address']) {
      const chooser = page.waitForEvent('filechooser');
      await button(page, `Upload: ${kind}`).press('Enter');
      await (await chooser).setFiles(file);
      await button(page, `Replace: ${kind}`).waitFor();
    }
    await button(page, 'Submit business details').click();
    await page.getByRole('heading', { name: 'Add owners and representatives' }).waitFor();
  });

  it('tells what is wrong with a file before it is sent, and wants the day a document ends', async () => {
    const page = await visit({ verification: makeVerification('personal') }, 376);
    const upload = async (chosen: typeof file) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Upload: Passport or identity card, Nora Quay').click();
      await (await chooser).setFiles(chosen);
    };
    await upload({ ...file, name: 'logo.svg', mimeType: 'image/svg+xml' });
    await page.getByText('The document must be a PDF, JPG or PNG file.').waitFor();
    await upload(file);
    await page.getByText('The document must be valid for a month or longer.').waitFor();
    await page.getByLabel('Valid until').fill('2036-01-31');
    await upload(file);
    await button(page, 'Replace: Passport or identity card, Nora Quay').waitFor();
    expect(server.state.calls.some(({ path }) => path.includes('expires_on=2036-01-31'))).toBe(true);
  });

  it('asks back before a person is removed with the documents', async () => {
    const page = await visit({ verification: makeVerification('personal') });
    await button(page, 'Remove Nora Quay').click();
    const dialog = page.getByRole('dialog', { name: 'Remove Nora Quay?' });
    await dialog.getByText('their uploaded documents').waitFor();
    await button(page, 'Cancel').click();
    await dialog.waitFor({ state: 'detached' });
    const removals = () => server.state.calls.filter(({ method }) => method === 'DELETE');
    expect(removals()).toHaveLength(0);
    await button(page, 'Remove Nora Quay').click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(removals).toHaveLength(1);
  });

  it('shows what the team wrote, and hands in the answer', async () => {
    const firstRequested = moreRequested.wanted.slice(0, 1);
    const page = await visit({ verification: { ...moreRequested, wanted: firstRequested } });
    await page.getByText('older than three months').waitFor();
    expect(await button(page, 'Submit').isDisabled()).toBe(true);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Upload: Company register extract').click();
    await (await chooser).setFiles(file);
    await button(page, 'Submit').click();
    await page.getByRole('heading', { name: 'Your documents are being checked' }).waitFor();
  });
});
