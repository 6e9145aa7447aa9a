import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import type { BuiltFrontEnd } from './build.fixture.ts';

/** react-admin as its tutorial shows it: a list of the same rows and a form for one, without anything of ours. */
export async function buildBareAdmin(): Promise<BuiltFrontEnd> {
  const root = await mkdtemp(join(tmpdir(), 'tidegate-bare-admin-'));
  const dist = join(root, 'dist');
  await writeFile(join(root, 'index.html'), PAGE);
  await writeFile(join(root, 'main.js'), BARE);
  const modules = join(import.meta.dirname, '../../node_modules');
  const packages = ['react-admin', 'react-dom', 'react', '@emotion/cache', '@emotion/react'];
  const { NODE_ENV } = process.env;
  // The test runner says `test`, for which React would be built with its checks for developers.
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      mode: 'production',
      root,
      resolve: { alias: Object.fromEntries(packages.map((name) => [name, join(modules, name)])) },
      build: { outDir: dist, assetsDir: 'admin-assets', target: 'es2023', modulePreload: { polyfill: false } },
    });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
  return { dist, remove: () => rm(root, { recursive: true, force: true }) };
}

const PAGE = `<!doctype html><html lang="en"><head><title>react-admin</title>
<meta property="csp-nonce" nonce="__CSP_NONCE__"></head>
<body><div id="root"></div><script type="module" src="./main.js"></script></body></html>`;

const BARE = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, Create, Datagrid, List, Resource, SelectInput, SimpleForm, TextField, TextInput } from 'react-admin';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
const cache = createCache({ key: 'css', nonce: document.querySelector('meta[nonce]').nonce });
const dataProvider = {
  async getList(resource, { pagination: { page, perPage } }) {
    const answer = await fetch('/spa/sandbox/' + resource + '?page=' + page + '&per_page=' + perPage);
    const { data, pagination } = await answer.json();
    return { data, total: pagination.total };
  },
};
const columns = ['reference', 'status', 'total', 'currency', 'gate_id', 'amount_paid', 'created_at'];
const fields = columns.map((source) => createElement(TextField, { key: source, source }));
const Invoices = () => createElement(List, { perPage: 25 }, createElement(Datagrid, null, ...fields));
const texts = ['amount', 'reference', 'description'];
const inputs = texts.map((source) => createElement(TextInput, { key: source, source }));
const choices = [{ id: 'EUR', name: 'EUR' }];
const currency = createElement(SelectInput, { key: 'currency', source: 'currency', choices });
const NewInvoice = () => createElement(Create, null, createElement(SimpleForm, null, currency, ...inputs));
const resource = createElement(Resource, { name: 'invoices', list: Invoices, create: NewInvoice });
const admin = createElement(Admin, { dataProvider, disableTelemetry: true }, resource);
createRoot(document.getElementById('root')).render(createElement(CacheProvider, { value: cache }, admin));
`;
