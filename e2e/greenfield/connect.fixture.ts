import type { Started } from '../../scripts/start/announce.ts';

export const WOO_PERMISSIONS = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.canmodifyinvoices',
  'btcpay.store.cancreatenonapprovedpullpayments',
  'btcpay.store.webhooks.canmodifywebhooks',
] as const;

/**
 * Connects a shop as a plugin's button does: the demo merchant signs in, opens the authorize page and agrees; what the
 * page then posts to the shop is read instead of posted.
 * @returns the fields of the form, and where it goes
 */
export async function connectShop({ url, login }: Started, callback: string) {
  const call = openBrowser(url);
  await call('/auth/csrf-cookie');
  const signedIn = await call('/auth/login', 'application/json', JSON.stringify(login));
  if (signedIn.status !== 200) throw new Error(`The sign-in failed: ${signedIn.status} ${signedIn.text}`);
  const query = new URLSearchParams(WOO_PERMISSIONS.map((each) => ['permissions', each]));
  for (const [name, value] of Object.entries({
    applicationName: 'WooCommerce',
    strict: 'true',
    selectiveStores: 'true',
    redirect: callback,
  })) {
    query.append(name, value);
  }
  const form = formOf((await call(`/btcpay/api-keys/authorize?${query}`)).text);
  const agreed = new URLSearchParams([...form.fields, ['shop', 'sandbox'], ['password', login.password]]);
  const answer = await call(form.action, 'application/x-www-form-urlencoded', agreed.toString());
  if (answer.status !== 200) throw new Error(`The shop was not connected: ${answer.status} ${answer.text}`);
  return formOf(answer.text);
}

function openBrowser(url: string) {
  const jar = new Map<string, string>();
  return async (path: string, type?: string, body?: string) => {
    const answer = await fetch(`${url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      headers: {
        'x-visitor-id': 'visitor-of-a-test',
        'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return { status: answer.status, text: await answer.text() };
  };
}

/** The form of a page as a browser would send it. */
function formOf(html: string) {
  const plain = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const action = plain(/<form method="post" action="([^"]+)"/.exec(html)?.[1]);
  const hidden = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const fields = [...hidden].map(([, name, value]): [string, string] => [plain(name), plain(value)]);
  return { action, fields };
}
