import type { FastifyReply } from 'fastify';

/** A real 404 for a browser: small, without scripts, readable in both colour schemes. */
export function notFoundPage(reply: FastifyReply): FastifyReply {
  const nonce = reply.styleNonce();
  return reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page(nonce));
}

function page(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Not found – Tidegate</title>
<style nonce="${nonce}">
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f7f8fa; color: #0b1220;
  font: 16px/24px system-ui, sans-serif; }
main { max-width: 32rem; padding: 24px; }
h1 { font-size: 28px; line-height: 36px; letter-spacing: -0.025em; margin: 0 0 8px; }
p { margin: 0; color: #525c6e; }
@media (prefers-color-scheme: dark) { body { background: #0b0f17; color: #e8ecf3; } p { color: #9ba6b8; } }
</style>
</head>
<body>
<main>
<h1>Nothing found</h1>
<p>There is no page at this address. Please check the link you were given.</p>
</main>
</body>
</html>
`;
}
