import { nodeFetch } from '@scalar/snippetz/plugins/node/fetch';
import { phpGuzzle } from '@scalar/snippetz/plugins/php/guzzle';
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests';
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl';
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import type { Call } from './document.ts';

highlighter.registerLanguage('bash', bash);
highlighter.registerLanguage('javascript', javascript);
highlighter.registerLanguage('json', json);
highlighter.registerLanguage('php', php);
highlighter.registerLanguage('python', python);

/** The languages of the examples, the first is chosen at first. */
export const LANGUAGES = [
  { id: 'curl', title: 'curl', grammar: 'bash' },
  { id: 'node', title: 'Node', grammar: 'javascript' },
  { id: 'python', title: 'Python', grammar: 'python' },
  { id: 'php', title: 'PHP', grammar: 'php' },
] as const;

export type LanguageId = (typeof LANGUAGES)[number]['id'];

/** Placeholders for values that the reader's browser fills in: each is found again in the highlighted code. */
const PLACEHOLDERS = {
  origin: 'http://localhost:8080',
  key: 'tg_test_YOUR_KEY',
  secret: 'tgs_YOUR_SECRET',
} as const;

/** How to make the call in each language. */
export function codeOf(call: Call, body: unknown): Readonly<Record<LanguageId, string>> {
  const request = requestOf(call, body);
  const needsToken = call.operation.security?.some((scheme) => 'apiToken' in scheme) ?? false;
  const auth = needsToken ? { auth: { username: PLACEHOLDERS.key, password: PLACEHOLDERS.secret } } : undefined;
  return {
    curl: shellCurl.generate(request, auth),
    node: nodeCode(request, needsToken),
    python: `import requests\n\nresponse = ${pythonRequests.generate(request, auth)}\nprint(response.json())`,
    php: `${phpGuzzle.generate(request, auth)}\n\n$answer = json_decode($response->getBody(), true);`,
  };
}

/** Code as HTML with a class for each kind of word, and marks around what the reader's browser fills in. */
export function highlighted(code: string, grammar: (typeof LANGUAGES)[number]['grammar'] | 'json'): string {
  const html = highlighter.highlight(code, { language: grammar }).value;
  return Object.entries(PLACEHOLDERS).reduce(
    (text, [name, placeholder]) => text.replaceAll(placeholder, `<span data-fill="${name}">${placeholder}</span>`),
    html,
  );
}

const EXAMPLE_ID = '0199c1f2-7c3a-7d4e-8a51-5b0f3c9d2e10';

function requestOf({ method, path, operation }: Call, body: unknown) {
  const url = `${PLACEHOLDERS.origin}${path.replaceAll('{network}', 'BTC').replaceAll(/\{\w+\}/g, EXAMPLE_ID)}`;
  const takesKey = operation.parameters?.some(({ name }) => name.toLowerCase() === 'idempotency-key') ?? false;
  const headers = [
    ...(body === undefined ? [] : [{ name: 'content-type', value: 'application/json' }]),
    ...(takesKey ? [{ name: 'idempotency-key', value: 'order-1001' }] : []),
  ];
  const queryString = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name, schema }) => ({ name, value: String(schema.enum?.[0] ?? '') }));
  const postData = body === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(body) } };
  const rest = { httpVersion: 'HTTP/1.1', headersSize: -1, bodySize: -1 };
  return { method, url, headers, queryString, cookies: [], ...postData, ...rest };
}

/** The generator knows no Basic authentication for fetch: its header is written as text and then replaced. */
function nodeCode(request: ReturnType<typeof requestOf>, needsToken: boolean): string {
  const mark = 'BASIC_CREDENTIALS';
  const headers = [...request.headers, ...(needsToken ? [{ name: 'authorization', value: mark }] : [])];
  const credentials = `\`Basic \${btoa('${PLACEHOLDERS.key}:${PLACEHOLDERS.secret}')}\``;
  const code = nodeFetch.generate({ ...request, headers }).replace(`'${mark}'`, () => credentials);
  return `const response = await ${code};\nconsole.log(await response.json());`;
}
