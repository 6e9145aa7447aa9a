import type { FastifyReply } from 'fastify';
import type { Language } from '../../domain/languages.ts';
import { escaped } from '../../domain/text/html.ts';

/** A page of the gateway's own without scripts, for merchants; `body` is HTML. Payers have `sendPayerPage`. */
export function sendPlainPage(
  reply: FastifyReply,
  language: Language,
  page: { readonly title: string; readonly body: string },
): FastifyReply {
  const nonce = reply.styleNonce();
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escaped(page.title)}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${page.body}
</body>
</html>
`);
}

const STYLE = `
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; grid-template-rows: auto 1fr; background: #f7f8fa; color: #0b1220;
  font: 16px/24px system-ui, sans-serif; }
main { grid-row: 2; place-self: center; display: grid; gap: 16px; width: min(100% - 32px, 420px);
  margin: 24px 0; padding: 24px; background: #fff; border: 1px solid #e3e7ed; border-radius: 14px;
  overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 28px; letter-spacing: -0.02em; }
h2 { font-size: 16px; line-height: 24px; }
.about, .note { color: #525c6e; white-space: pre-line; }
.note { font-size: 14px; line-height: 20px; }
button { width: 100%; min-height: 48px; border: 0; border-radius: 8px; background: #2447e0; color: #fff;
  font: 500 16px/24px system-ui, sans-serif; cursor: pointer; }
:is(button, input, select, a):focus-visible { outline: 2px solid #2447e0; outline-offset: 2px; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-size: 14px; font-weight: 500; }
input, select { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid #8691a3; border-radius: 8px;
  background: #fff; color: inherit; font: 16px/24px system-ui, sans-serif; }
.hint { color: #525c6e; font-size: 14px; line-height: 20px; font-weight: 400; }
.problem { color: #c4262e; font-size: 14px; line-height: 20px; }
.permissions { display: grid; gap: 8px; padding: 0; list-style: none; font-size: 14px; line-height: 20px; }
.permissions code { display: block; color: #525c6e; font-size: 12px; line-height: 16px; }
a { color: #2447e0; }
@media (prefers-color-scheme: dark) {
  body { background: #0b0f17; color: #e8ecf3; }
  main { background: #121826; border-color: #222b3c; }
  .about, .note, .hint, .permissions code { color: #9ba6b8; }
  input, select { background: #0b0f17; border-color: #9ba6b8; }
  .problem { color: #ff8a8a; }
  a { color: #8ea2ff; }
  button { background: #8ea2ff; color: #0b1220; }
  button:focus-visible, input:focus-visible, select:focus-visible, a:focus-visible { outline-color: #8ea2ff; }
}`;
