import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { permissionsOf } from '../../domain/accounts/permissions.ts';
import { versionsToAccept } from '../../domain/legal/documents.ts';
import { withBackOffice } from '../testing/back-office.fixture.ts';
import { withDesk } from '../testing/browser.fixture.ts';
import { makeUser } from '../testing/fixtures.fixture.ts';
import { makeIntegration, makeShop } from '../testing/mock-integration.fixture.ts';
import type { MockServer } from '../testing/mock-server.fixture.ts';
import { makeTeam } from '../testing/mock-team.fixture.ts';
import { describeScreens } from '../testing/screens.fixture.ts';

const TEAM = '/account?tab=team-access';
const LINK = '/user-invite#token=of-the-mail';
const user = makeUser({ permissions: [...permissionsOf('admin')] });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const openAct = (name: string, act: string) => async (page: Page) => {
  await button(page, `Actions for ${name}`).locator('visible=true').click();
  await page.getByRole('menuitem', { name: act }).click();
  await page.getByRole('dialog').waitFor();
};
const alone = { ...makeTeam(), members: makeTeam().members.slice(0, 1), invitations: [], audit: [] };

function twoShops() {
  return {
    user: { ...user, merchant: { ...user.merchant, has_shops: true } },
    integration: makeIntegration({ shops: [makeShop('Quay', true), makeShop('Harbor')] }),
  };
}

/** The first invitation is limited to the shop with this name. */
function invitedTo(name: string) {
  const [first, ...others] = makeTeam().invitations;
  return first === undefined ? [] : [{ ...first, shops: [makeShop(name).id] }, ...others];
}

describeScreens('team access', [
  { name: 'team access', path: TEAM, state: { user } },
  { name: 'team access, alone', path: TEAM, state: { user, team: alone } },
  {
    name: 'what may be done',
    path: TEAM,
    state: { user },
    open: (page) => button(page, 'Actions for Ana Pier').click(),
  },
  { name: 'changing a role', path: TEAM, state: { user }, open: openAct('Ana Pier', 'Change role…') },
  {
    name: 'changing the shops of a member',
    path: TEAM,
    state: twoShops(),
    open: openAct('Ana Pier', 'Change role…'),
  },
  {
    name: 'inviting to some shops',
    path: TEAM,
    state: { ...twoShops(), team: { ...makeTeam(), invitations: invitedTo('Harbor') } },
    open: async (page) => {
      await button(page, 'Invite people').click();
      await page.getByRole('group', { name: 'May work in these shops' }).getByLabel('Quay').click();
    },
  },
  { name: 'removing', path: TEAM, state: { user }, open: openAct('Ana Pier', 'Remove from team…') },
  {
    name: 'inviting several',
    path: TEAM,
    state: { user },
    open: async (page) => {
      await button(page, 'Invite people').click();
      await button(page, 'Add another person').click();
      await button(page, 'Send 2 invitations').click();
    },
  },
]);

describeScreens('the link of an invitation', [
  { name: 'that opens', path: LINK, state: { signedIn: false }, signedIn: false },
  {
    name: 'that was used',
    path: LINK,
    state: { signedIn: false, team: { ...makeTeam(), link: 'used' } },
    signedIn: false,
  },
]);

describe('team access', () => {
  const open = withDesk();
  const server = withBackOffice();

  async function visit(path = TEAM, state: Parameters<MockServer['reset']>[0] = {}) {
    server.reset({ user, ...state });
    const { page } = await open({ origin: server.url, signedIn: state.signedIn ?? true });
    await page.goto(server.url + path);
    return page;
  }
  const sent = (key: string) => server.state.calls.filter(({ method, path }) => `${method} ${path}` === key);

  it('is worked by keyboard: an admin opens the menu, blocks a colleague and comes back to the row', async () => {
    const page = await visit();
    await button(page, 'Actions for Ana Pier').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Block Ana Pier?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Block', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Ana Pier is blocked').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(sent(`POST /spa/users/${server.state.team.members[1]?.id}/block`)).toHaveLength(1);
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Actions for Ana Pier');
  });

  it('asks before it removes, and says what the server refuses', async () => {
    const page = await visit();
    await openAct('Ana Pier', 'Remove from team…')(page);
    const message = 'The last admin stays: make somebody else an admin first.';
    const key = `DELETE /spa/users/${server.state.team.members[1]?.id}`;
    server.state.once.set(key, [409, { message, code: 'conflict', request_id: 'r' }]);
    await button(page, 'Remove').click();
    await page.getByText(message).waitFor();
    await button(page, 'Remove').click();
    await page.getByText('Ana Pier is removed from the team').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByText('ana@larkspur.example').count()).toBe(0);
  });

  it('invites only when all fields are filled, keeps what was typed on a refusal, and puts it at its row', async () => {
    const page = await visit();
    await button(page, 'Invite people').click();
    await button(page, 'Send invitation').click();
    await page.getByText('Please fill in all fields before sending the invitation').waitFor();
    expect(sent('POST /spa/invitations/mass-store')).toHaveLength(0);
    await button(page, 'Add another person').click();
    await button(page, 'Add another person').click();
    const person = (number: number) => page.getByRole('group', { name: `Person ${number}` });
    for (const [number, name] of [
      [1, 'gone'],
      [2, 'ola'],
      [3, 'ana'],
    ] as const) {
      await person(number).getByLabel('Full name').fill(`Name ${name}`);
      await person(number).getByLabel('Email').fill(`${name}@larkspur.example`);
    }
    await button(page, 'Remove person 1').click();
    await button(page, 'Send 2 invitations').click();
    // The notice says it too; the field is what counts.
    await person(2).getByText('This person is in your team already.').waitFor();
    expect(await person(1).getByLabel('Email').inputValue()).toBe('ola@larkspur.example');
    // The server's error about one person stays while another person is edited.
    await person(1).getByLabel('Full name').fill('Ola Name');
    await person(1).getByLabel('Full name').fill('Name ola');
    expect(await person(2).getByText('This person is in your team already.').count()).toBe(1);
    await person(2).getByLabel('Email').fill('ann@larkspur.example');
    await button(page, 'Send 2 invitations').click();
    await page.getByText('2 invitations sent').waitFor();
    expect(sent('POST /spa/invitations/mass-store').at(-1)?.body).toEqual({
      invitations: [
        { full_name: 'Name ola', email: 'ola@larkspur.example', role: 'support' },
        { full_name: 'Name ana', email: 'ann@larkspur.example', role: 'support' },
      ],
    });
    await page.getByText('ann@larkspur.example').waitFor();
  });

  it('invites to some shops only, and an admin to all', async () => {
    const page = await visit(TEAM, twoShops());
    await button(page, 'Invite people').click();
    const person = (number: number) => page.getByRole('group', { name: `Person ${number}` });
    await button(page, 'Add another person').click();
    for (const number of [1, 2]) {
      await person(number).getByLabel('Full name').fill('Ola Name');
      await person(number).getByLabel('Email').fill(`ola${number}@larkspur.example`);
    }
    await person(1).getByLabel('Quay').click();
    await person(1).getByLabel('Harbor').click();
    await button(page, 'Send 2 invitations').click();
    await person(1).getByText('Choose one shop at least.').waitFor();
    expect(sent('POST /spa/invitations/mass-store')).toHaveLength(0);
    await person(1).getByLabel('Harbor').click();
    await person(2).getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    expect(await person(2).getByLabel('Quay').count()).toBe(0);
    await button(page, 'Send 2 invitations').click();
    await page.getByText('2 invitations sent').waitFor();
    expect(sent('POST /spa/invitations/mass-store').at(-1)?.body).toEqual({
      invitations: [
        { full_name: 'Ola Name', email: 'ola1@larkspur.example', role: 'support', shops: [makeShop('Harbor').id] },
        { full_name: 'Ola Name', email: 'ola2@larkspur.example', role: 'admin' },
      ],
    });
  });

  it('resends an invitation, and cancels one after asking', async () => {
    const page = await visit();
    await button(page, 'Resend the invitation of tom@larkspur.example').click();
    await page.getByText('Invitation sent again to tom@larkspur.example').waitFor();
    await button(page, 'Cancel the invitation of ida@larkspur.example').click();
    await button(page, 'Cancel invitation').click();
    await page.getByText('Invitation of ida@larkspur.example canceled').waitFor();
    expect(await button(page, 'Resend the invitation of noor@larkspur.example').count()).toBe(0);
  });

  describe('in an older session, with 2FA on', () => {
    const visitInOldSession = () => visit(TEAM, { team: { ...makeTeam(), asksWho: true } });
    const answerWho = async (page: Page) => {
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByLabel('Password', { exact: true }).fill('Correct-horse-7');
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
      await dialog.getByText('Open your authenticator app').waitFor();
      await page.keyboard.type('123456');
    };
    const PROOF = { password: 'Correct-horse-7', two_fa_code: '123456' };

    it.each([
      ['Change role…', 'Change role', 'update-role', 'Ana Pier is Admin now'],
      ['Block…', 'Block', 'block', 'Ana Pier is blocked'],
      ['Reset 2FA…', 'Reset 2FA', 'reset-2fa', 'The 2FA of Ana Pier is reset'],
    ])('asks for the password and a code: %s', async (act, confirm, path, done) => {
      const page = await visitInOldSession();
      await openAct('Ana Pier', act)(page);
      const isRole = path === 'update-role';
      if (isRole) await page.getByRole('combobox', { name: 'Role' }).click();
      if (isRole) await page.getByRole('option', { name: 'Admin' }).click();
      await button(page, confirm).click();
      await answerWho(page);
      await page.getByText(done).waitFor();
      const { body } = sent(`POST /spa/users/${server.state.team.members[1]?.id}/${path}`).at(-1) ?? {};
      expect(body).toEqual({ ...(isRole ? { role: 'admin' } : {}), ...PROOF });
    });

    it('asks for them before somebody is removed or let in again', async () => {
      const page = await visitInOldSession();
      const [, ana, bartholomew] = server.state.team.members;
      await openAct('Ana Pier', 'Remove from team…')(page);
      await button(page, 'Remove').click();
      await answerWho(page);
      await page.getByText('Ana Pier is removed from the team').waitFor();
      expect(sent(`DELETE /spa/users/${ana?.id}`).at(-1)?.body).toEqual(PROOF);
      await openAct(bartholomew?.full_name ?? '', 'Unblock…')(page);
      await button(page, 'Unblock').click();
      await answerWho(page);
      await page.getByText(`${bartholomew?.full_name} is unblocked`).waitFor();
    });

    it('asks for them before it invites, keeps what was typed, and before it sends an invitation again', async () => {
      const page = await visitInOldSession();
      await button(page, 'Invite people').click();
      await page.getByLabel('Full name').fill('Ola Name');
      await page.getByLabel('Email').fill('ola@larkspur.example');
      await button(page, 'Send invitation').click();
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.getByLabel('Email').inputValue()).toBe('ola@larkspur.example');
      await button(page, 'Send invitation').click();
      await answerWho(page);
      await page.getByText('Invitation sent', { exact: true }).waitFor();
      const invitations = [{ full_name: 'Ola Name', email: 'ola@larkspur.example', role: 'support' }];
      expect(sent('POST /spa/invitations/mass-store').at(-1)?.body).toEqual({ invitations, ...PROOF });
      await button(page, 'Resend the invitation of tom@larkspur.example').click();
      await answerWho(page);
      await page.getByText('Invitation sent again to tom@larkspur.example').waitFor();
    });
  });

  it('shows the audit log in words, filtered and paged', async () => {
    const page = await visit();
    const log = page.getByRole('region', { name: 'Audit log' });
    await log.getByText('1–10 of 23').waitFor();
    await log.getByRole('button', { name: 'Older' }).click();
    await log.getByText('11–20 of 23').waitFor();
    await log.getByRole('combobox', { name: 'Area' }).selectOption('team');
    await log.getByText('invited ida@larkspur.example as Viewer').first().waitFor();
    await log.getByText('signed in').first().waitFor({ state: 'detached' });
    await log.getByRole('searchbox').fill('nobody');
    await log.getByText('No matching entries.').waitFor();
    expect(sent('GET /spa/audit?page=1&per_page=10&area=team&search=nobody')).toHaveLength(1);
  });

  it('has no buttons for what the role does not include', async () => {
    const permissions = permissionsOf('admin').filter((each) => each !== 'merchant_user_create');
    const team = makeTeam();
    for (const member of team.members) member.actions = [];
    const page = await visit(TEAM, { user: { ...user, permissions }, team });
    await page.getByText('Ana Pier').first().waitFor();
    expect(await page.getByRole('button', { name: /Invite|Actions for|Resend|Cancel/ }).count()).toBe(0);
  });

  it('lets somebody who was invited in, with their own password', async () => {
    const page = await visit(LINK, { signedIn: false });
    await page.getByRole('heading', { name: 'Join Larkspur Outdoor' }).waitFor();
    await button(page, 'Join the team').click();
    expect(sent('POST /auth/first-password/by-invitation')).toHaveLength(0);
    await page.getByLabel('Password', { exact: true }).fill('Harbour-lights-7');
    await page.getByLabel('Confirm password').fill('Harbour-lights-7');
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await button(page, 'Join the team').click();
    await page.waitForURL('**/dashboard');
    expect(sent('POST /auth/first-password/by-invitation')[0]?.body).toEqual({
      token: 'of-the-mail',
      full_name: 'Ida Strand',
      password: 'Harbour-lights-7',
      password_confirmation: 'Harbour-lights-7',
      privacy_accepted: true,
      aml_accepted: true,
      accepted_versions: versionsToAccept(undefined),
    });
  });

  it.each(['used', 'expired'] as const)('says that a link is %s, in the words of the spec', async (link) => {
    const page = await visit(LINK, { signedIn: false, team: { ...makeTeam(), link } });
    await page
      .getByText('Oops! It looks like this team access invitation has already been used or has expired.')
      .waitFor();
    await page.getByText(`Your invitation link is ${link}.`).waitFor();
    await page.getByRole('link', { name: 'Return to sign-in' }).waitFor();
  });
});
