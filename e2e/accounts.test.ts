import { expect, inject, test } from 'vitest';
import { newId } from '../domain/ids.ts';
import { openHttpBrowser } from './http-browser.fixture.ts';
import { openMailBox } from './mail-box.fixture.ts';

const { url, mail_ui } = inject('product');
const { codeOf } = openMailBox(mail_ui);
const PASSWORD = 'Harbour-lights-7';

test('a stranger signs up with a code of the mail catcher, and a new browser is confirmed by another', async () => {
  const email = `${newId()}@quay.example`;
  const browser = await openHttpBrowser(url);
  const registration = {
    full_name: 'Nora Quay',
    email,
    country: 'DE',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    privacy_accepted: true,
    aml_accepted: true,
  };
  expect((await browser('POST', '/auth/register', registration)).status).toBe(202);
  const code = await codeOf(email, 'Confirm your email address');
  const verified = await browser('POST', '/auth/verify-email', { code });
  expect(verified).toMatchObject({ status: 200, body: { data: { merchant: { status: 'email_verified' } } } });
  const company = { company_name: 'Quay', turnover: 'up_to_30k', website: 'quay.example', confirmed: true };
  expect((await browser('POST', '/auth/company', company)).body).toMatchObject({
    data: { merchant: { status: 'active' } },
  });

  const other = await openHttpBrowser(url);
  expect((await other('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(406);
  const second = await codeOf(email, 'Confirm your new device');
  expect((await other('POST', '/auth/visitor/verify', { code: second })).status).toBe(200);
  expect((await other('GET', '/spa/user')).body).toMatchObject({ data: { email } });
});
