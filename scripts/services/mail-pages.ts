import { escaped } from '../../domain/text/html.ts';
import type { CaughtMail } from './caught-mail.ts';

/** The list of caught messages, newest first. It reloads itself so that a new mail shows up. */
export function inboxPage(mails: readonly CaughtMail[]): string {
  const rows = mails.map(
    (
      mail,
    ) => `<tr><td><time datetime="${escaped(mail.receivedAt)}">${escaped(mail.receivedAt.slice(0, 19).replace('T', ' '))}</time></td>
<td>${escaped(mail.to.join(', '))}</td><td><a href="/messages/${mail.id}">${escaped(mail.subject || '(no subject)')}</a></td></tr>`,
  );
  const list =
    rows.length === 0
      ? '<p>No mail yet. Whatever Tidegate sends shows up here; nothing leaves this machine.</p>'
      : `<table><thead><tr><th scope="col">Received (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return page('Caught mail', `<h1>Caught mail</h1>${list}`, '<meta http-equiv="refresh" content="5">');
}

/** One message: who, to whom, its text and its HTML in a frame that runs no scripts. */
export function messagePage(mail: CaughtMail): string {
  const attachments = mail.attachments.map(
    (one) => `<li>${escaped(one.name)} (${escaped(one.type)}, ${one.sizeBytes} bytes)</li>`,
  );
  return page(
    mail.subject || '(no subject)',
    `<p><a href="/">All mail</a></p><h1>${escaped(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>To</dt><dd>${escaped(mail.to.join(', '))}</dd><dt>Received</dt><dd>${escaped(mail.receivedAt)}</dd></dl>
${mail.html === '' ? '' : `<iframe sandbox title="The message as its reader sees it" src="/html/${mail.id}"></iframe>`}
${mail.text === '' ? '' : `<h2>Text</h2><pre>${escaped(mail.text)}</pre>`}
${attachments.length === 0 ? '' : `<h2>Attachments</h2><ul>${attachments.join('')}</ul>`}
<details><summary>Source</summary><pre>${escaped(mail.source)}</pre></details>`,
  );
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #8884; padding: .5rem; text-align: left; vertical-align: top; }
dl { display: grid; gap: .25rem 1rem; grid-template-columns: max-content 1fr; }
dd { margin: 0; }
pre { white-space: pre-wrap; }
iframe { background: #fff; border: 1px solid #8884; height: 30rem; width: 100%; }
</style>
</head>
<body>${body}</body>
</html>
`;
}
