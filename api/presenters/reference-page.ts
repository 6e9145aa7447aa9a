import type { OpenApiDocument, Operation, SchemaNode } from './open-api.ts';

/**
 * The API reference as one page of plain HTML, made from the OpenAPI document: no script and nothing from elsewhere.
 * The text of its only style is returned beside it, for the page's policy.
 */
export function referencePage(document: OpenApiDocument): { readonly html: string; readonly style: string } {
  const groups = (document.tags ?? []).map((tag) => ({ ...tag, operations: operationsOf(document, tag.name) }));
  const shown = groups.filter(({ operations }) => operations.length > 0);
  const nav = shown.map(({ name }) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a></li>`).join('');
  const body = shown
    .map(
      ({ name, description = '', operations }) =>
        `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
${operations.map((each) => operationHtml(each)).join('\n')}</section>`,
    )
    .join('\n');
  const schemas = Object.entries(document.components.schemas ?? {})
    .map(
      ([name, schema]) => `<h3 id="schema-${anchor(name)}"><code>${escapeHtml(name)}</code></h3>${schemaHtml(schema)}`,
    )
    .join('\n');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(document.info.title)} reference</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<nav aria-label="Sections"><p class="brand">Tidegate</p><ul>${nav}<li><a href="#objects">Objects</a></li></ul>
<p><a href="/docs/openapi.json">OpenAPI document</a></p></nav>
<main id="main">
<h1>${escapeHtml(document.info.title)} reference</h1>
<p>${escapeHtml(document.info.description ?? '')}</p>
<p>Calls under <code>/api/v1</code> use HTTP Basic: your API key is the user name, its secret the password. Keys that
start with <code>tg_test_</code> work in the sandbox, keys with <code>tg_live_</code> in production. Send an
<code>Idempotency-Key</code> with each POST, so that a retry after a broken connection is not processed twice.</p>
<pre tabindex="0"><code>curl -u "$KEY:$SECRET" -H 'content-type: application/json' -H 'idempotency-key: order-1001' \\
  -d '{"amount":"49.90","currency":"EUR","reference":"order-1001","gate_id":"BTC"}' \\
  http://localhost:8080/api/v1/invoices</code></pre>
${body}
<section aria-labelledby="objects"><h2 id="objects">Objects</h2>${schemas}</section>
</main>
</body>
</html>
`;
  return { html, style: STYLE };
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function operationsOf(document: OpenApiDocument, tag: string): Entry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags?.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

function operationHtml({ method, path, operation }: Entry): string {
  const id = anchor(`${method} ${path}`);
  const parameters = operation.parameters ?? [];
  const bodySchema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const answers = Object.entries(operation.responses).map(([status, { description = '', content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    const shape = schema === undefined ? '' : ` ${typeHtml(schema.properties?.data ?? schema)}`;
    const about = `${escapeHtml(description)}${shape}`;
    return `<tr><th scope="row"><code>${escapeHtml(status)}</code></th><td>${about}</td></tr>`;
  });
  const fields = parameters.map(({ name, schema, required = false, in: place, description = '' }) =>
    fieldRow(name, schema, required, `${place}. ${description}`),
  );
  return `<article aria-labelledby="${id}"><h3 id="${id}">${escapeHtml(operation.summary ?? path)}</h3>
<p class="call"><span class="method">${escapeHtml(method.toUpperCase())}</span> <code>${escapeHtml(path)}</code></p>
<p>${codeMarks(operation.description ?? '')}</p>
${fields.length === 0 ? '' : `<h4>Parameters</h4>${rows(fields)}`}
${bodySchema === undefined ? '' : `<h4>Body</h4>${schemaHtml(bodySchema)}`}
<details><summary>Answers</summary>${rows(answers)}</details></article>`;
}

function schemaHtml(schema: SchemaNode): string {
  if (schema.properties === undefined) return `<p>${typeHtml(schema)} ${escapeHtml(schema.description ?? '')}</p>`;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) =>
    fieldRow(name, field, required.has(name), field.description ?? ''),
  );
  const about = schema.description === undefined ? '' : `<p>${escapeHtml(schema.description)}</p>`;
  return `${about}${rows(fields)}`;
}

function fieldRow(name: string, schema: SchemaNode, required: boolean, about: string): string {
  const mark = required ? '' : '<span class="optional"> optional</span>';
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${mark}</th>
<td>${typeHtml(schema)} ${escapeHtml(about.trim())}</td></tr>`;
}

function rows(list: readonly string[]): string {
  return `<div class="scroll" tabindex="0"><table>${list.join('\n')}</table></div>`;
}

function typeHtml(schema: SchemaNode): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${anchor(name)}"><code>${escapeHtml(name)}</code></a>`;
  }
  if (schema.items !== undefined) return `list of ${typeHtml(schema.items)}`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ');
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return `<span class="type">${escapeHtml(schema.format === undefined ? types : `${types} (${schema.format})`)}</span>`;
}

function anchor(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function codeMarks(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root { --ink: #0b1220; --muted: #525c6e; --line: #e3e7ed; --paper: #fff; --ground: #f7f8fa; --blue: #2447e0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf3; --muted: #9ba6b8; --line: #222b3c; --paper: #121826; --ground: #0b0f17; --blue: #8ea2ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/24px system-ui, sans-serif; }
nav { padding: 24px; }
nav .brand { font-size: 16px; font-weight: 600; margin: 0 0 12px; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
h1 { font-size: 36px; line-height: 44px; letter-spacing: -0.025em; margin: 0 0 8px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: inline-block; padding: 4px 0; }
main { padding: 0 24px 64px; max-width: 880px; min-width: 0; }
@media (min-width: 850px) {
  body { display: grid; grid-template-columns: 240px minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; border-right: 1px solid var(--line); }
  main { padding-top: 24px; }
}
a { color: var(--blue); }
h2 { font-size: 28px; line-height: 36px; letter-spacing: -0.025em; margin: 40px 0 4px; }
h3 { font-size: 16px; margin: 24px 0 4px; overflow-wrap: anywhere; }
h4 { font-size: 14px; margin: 16px 0 4px; color: var(--muted); }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 10px;
  padding: 4px 20px 16px; margin: 16px 0; }
article h3 { margin-top: 12px; }
.call { margin: 0; }
.method { color: var(--blue); font-size: 13px; font-weight: 600; }
code, pre { font-family: ui-monospace, monospace; font-size: 14px; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 16px; overflow: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-top: 1px solid var(--line);
  font-weight: 400; }
th { white-space: nowrap; }
.optional, .type { color: var(--muted); font-size: 14px; }
summary { cursor: pointer; padding: 8px 0; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 8px; top: 8px; background: var(--paper); padding: 8px; }
`;
