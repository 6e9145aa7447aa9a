import type { FastifyReply } from 'fastify';
import type { ShopChoice } from '../../db/shops/choices.ts';
import { escaped } from '../../domain/text/html.ts';
import { sendPlainPage } from '../pages/plain-page.ts';

/** Sends a signed-out browser to sign in and back, and submits the form with the key. */
export const AUTHORIZE_SCRIPT_PATH = '/authorize.js';

/** Where the back office reads the path to return to after sign-in. */
const RETURN_PATH_KEY = 'tidegate.return-path';

export const AUTHORIZE_SCRIPT = `const form = document.querySelector('form[data-return]');
if (form) form.submit();
if (document.querySelector('[data-sign-in]')) {
  try {
    sessionStorage.setItem('${RETURN_PATH_KEY}', location.pathname + location.search);
  } finally {
    location.replace('/auth/sign-in');
  }
}
`;

const SCRIPT = `<script src="${AUTHORIZE_SCRIPT_PATH}" defer></script>`;

export interface ConsentPage {
  readonly application: string;
  readonly redirect: URL;
  readonly permissions: readonly { readonly name: string; readonly words: string }[];
  readonly shops: readonly ShopChoice[];
  readonly chosen: string | undefined;
  /** Path and query of this page. */
  readonly action: string;
  readonly csrf: string;
  readonly twoFactor: boolean;
  readonly problem: string | undefined;
}

/** Asks the merchant whether the application gets a key of one of the shops. */
export function consentPage(reply: FastifyReply, page: ConsentPage): FastifyReply {
  const { application, redirect, permissions, shops, action, csrf, problem } = page;
  const options = shops.map(({ path, name, mode }) => {
    const selected = path === page.chosen ? ' selected' : '';
    return `<option value="${escaped(path)}"${selected}>${escaped(name)} (${mode})</option>`;
  });
  const list = permissions.map(({ name, words }) => `<li>${escaped(words)}<code>${escaped(name)}</code></li>`);
  return sendPlainPage(reply, 'en', {
    title: `Connect ${application}`,
    body: `<main>
<h1>Connect ${escaped(application)} to your shop</h1>
<p class="about">A key with these permissions will be sent to <strong>${escaped(redirect.host)}</strong>.
Continue only if this is your own site.</p>
<ul class="permissions">${list.join('')}</ul>
<form method="post" action="${escaped(action)}" autocomplete="off">
<input type="hidden" name="csrf" value="${escaped(csrf)}">
<label>Shop<select name="shop" required>${options.join('')}</select></label>
<label>Password<input type="password" name="password" autocomplete="current-password" maxlength="200">
<span class="hint">Not needed within five minutes of sign-in.</span></label>
${page.twoFactor ? CODE : ''}${problem === undefined ? '' : `<p class="problem" role="alert">${escaped(problem)}</p>`}
<button type="submit">Connect</button>
</form>
<p class="note"><a href="/integration">Cancel</a></p>
</main>`,
  });
}

const CODE = `<label>2FA code<input name="two_fa_code" inputmode="numeric" autocomplete="one-time-code" maxlength="10">
</label>`;

/** Posts the key to the application. Its script submits the form at once; without scripts a button does. */
export function returnPage(
  reply: FastifyReply,
  redirect: URL,
  fields: readonly (readonly [name: string, value: string])[],
): FastifyReply {
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return sendPlainPage(reply.allowFormsTo(redirect.origin), 'en', {
    title: 'Connected',
    body: `<main>
<h1>Connected</h1>
<p class="about">Returning to ${escaped(redirect.host)}.</p>
<form method="post" action="${escaped(redirect.href)}" data-return>
${inputs.join('\n')}
<button type="submit">Continue</button>
</form>
</main>${SCRIPT}`,
  });
}

export function signInFirstPage(reply: FastifyReply): FastifyReply {
  return sendPlainPage(reply.code(401), 'en', {
    title: 'Sign in',
    body: `<main data-sign-in>
<h1>Sign in first</h1>
<p class="about">Only someone of your team can connect an application. Open this page again after signing in.</p>
<p><a href="/auth/sign-in">Sign in</a></p>
</main>${SCRIPT}`,
  });
}

/** Nothing can be agreed to: the link is wrong, or the person may not create keys. */
export function refusedPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return sendPlainPage(reply.code(status), 'en', {
    title: 'Not possible',
    body: `<main>
<h1>This application cannot be connected</h1>
<p class="about" role="alert">${escaped(text)}</p>
<p class="note"><a href="/integration">Back to Integration</a></p>
</main>`,
  });
}
