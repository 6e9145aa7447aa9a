import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { type Invoice, type Me, type Payout, type Tidegate, TidegateError } from '../../node/src/index.ts';
import { type Guide, readGuides, searchGuides } from './guides.ts';
import { VERSION } from './version.ts';

/** Runs an MCP server on standard input and output, until the other side ends it. */
export async function runMcp(client: Tidegate, url: string): Promise<void> {
  const server = mcpServer(client, url);
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  await ended;
}

/**
 * Tools for an AI agent: it reads, creates invoices and drafts payouts. No tool sends money, so an agent that was
 * talked into something cannot either: the tool of drafts refuses a key by which the gateway would pay at once.
 */
export function mcpServer(client: Tidegate, url: string): McpServer {
  const server = new McpServer({ name: 'tidegate', version: VERSION });
  server.registerTool(
    'whoami',
    {
      description: 'Say which key is used: its mode, shop, permissions and whether payouts are drafts.',
      inputSchema: {},
      annotations: READS,
    },
    answer(async () => describedKey(await client.me.get())),
  );
  invoiceTools(server, client);
  moneyTools(server, client);
  draftTool(server, client);
  let guides: Promise<Guide[]> | undefined;
  server.registerTool(
    'search_docs',
    {
      description: 'Search the guides of the gateway. Returns the sections that fit best.',
      inputSchema: { query: z.string().min(2).max(200) },
      annotations: READS,
    },
    answer(async ({ query }) => {
      guides ??= readGuides(url);
      return searchGuides(await guides, query);
    }),
  );
  return server;
}

const READS = { readOnlyHint: true, openWorldHint: false } as const;
const ID = z.string().max(100);
const LIMIT = z.number().int().min(1).max(50).default(10);

function invoiceTools(server: McpServer, client: Tidegate): void {
  server.registerTool(
    'create_invoice',
    {
      description: 'Create an invoice. Amounts are decimal strings. Send the payer to checkout_url.',
      inputSchema: {
        amount: z.string().max(49),
        currency: z.string().length(3),
        reference: z.string().max(255).optional(),
        description: z.string().max(1000).optional(),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    answer(async ({ amount, currency, reference, description }) => {
      const named = { reference, description };
      return compactInvoice(await client.invoices.create({ amount, currency, ...named }));
    }),
  );
  server.registerTool(
    'explain_invoice',
    { description: 'Say in words what happened to an invoice.', inputSchema: { id: ID }, annotations: READS },
    answer(async ({ id }) => explained(await client.invoices.get(id))),
  );
  server.registerTool(
    'list_invoices',
    {
      description: 'List invoices, newest first. Filter by status (several by comma) or reference.',
      inputSchema: { status: z.string().max(300).optional(), reference: z.string().max(255).optional(), limit: LIMIT },
      annotations: READS,
    },
    answer(async ({ status, reference, limit }) => {
      const filter = { ...(status === undefined ? {} : { status }), ...(reference === undefined ? {} : { reference }) };
      return (await client.invoices.list({ ...filter, per_page: limit })).data.map(compactInvoice);
    }),
  );
}

function moneyTools(server: McpServer, client: Tidegate): void {
  server.registerTool(
    'list_balances',
    { description: 'List the balance of every asset.', inputSchema: {}, annotations: READS },
    answer(async () => client.balances.list().toArray()),
  );
  server.registerTool(
    'list_payouts',
    { description: 'List payouts, newest first.', inputSchema: { limit: LIMIT }, annotations: READS },
    answer(async ({ limit }) => {
      const { data } = await client.payouts.list({ per_page: limit });
      return data.map(({ id, status, status_reason, gate_id, amount, address, reference, created_at }) =>
        withoutNull({ id, status, status_reason, gate_id, amount, address, reference, created_at }),
      );
    }),
  );
}

function draftTool(server: McpServer, client: Tidegate): void {
  server.registerTool(
    'draft_payout',
    {
      description:
        'Request a payout. It is held and waits until a person approves it in the back office. Amounts are decimal ' +
        'strings. Repeat an uncertain call with the same reference: it never drafts twice within a day.',
      inputSchema: {
        gate_id: z.string().max(50),
        amount: z.string().max(49),
        address: z.string().max(200),
        destination_tag: z.string().max(20).optional(),
        reference: z.string().min(1).max(200),
        description: z.string().max(1000).optional(),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    answer(async ({ gate_id, amount, address, destination_tag, reference, description }) => {
      const { permissions } = await client.me.get();
      if (permissions.includes('payout')) {
        throw new TypeError('This key would send the payout at once. Use a key with payout_draft and without payout.');
      }
      const named = { destination_tag, description };
      const body = {
        gate_id: gate_id as Payout['gate_id'],
        amount,
        address,
        reference,
        fee_payer: 'merchant',
      } as const;
      const draft = await client.payouts.create({ ...body, ...named }, { idempotencyKey: `draft-${reference}` });
      const { id, status, status_reason, total } = draft;
      return { id, status, status_reason, total, note: 'A person has to approve it in the back office.' };
    }),
  );
}

/** The key in words, for an agent that plans what it can do. */
function describedKey({ token, mode, shop, permissions, preset }: Me): string {
  const kinds = [
    ['payout', 'Payouts'],
    ['invoice_refund', 'Refunds'],
  ] as const;
  const sent = kinds.filter(([permission]) => permissions.includes(permission)).map(([, name]) => name);
  const reach =
    sent.length > 0
      ? `${sent.join(' and ')} by this key leave at once: replace it by a restricted key.`
      : 'Nothing leaves by this key unless a person approves it.';
  return (
    `Key ${JSON.stringify(token.name)}${preset === null ? '' : ` (${preset})`} of shop ${JSON.stringify(shop.name)} ` +
    `in ${mode}. Permissions: ${permissions.join(', ')}. ${reach}`
  );
}

/** An answer as short text: agents pay for every word. Refusals of the API are answers, too. */
function answer<Input>(act: (input: Input) => Promise<unknown>) {
  return async (input: Input) => {
    try {
      const content = await act(input);
      return textOf(typeof content === 'string' ? content : JSON.stringify(content));
    } catch (error) {
      if (!(error instanceof TidegateError) && !(error instanceof TypeError)) throw error;
      return { ...textOf(error.message), isError: true };
    }
  };
}

function textOf(text: string) {
  return { content: [{ type: 'text' as const, text }] };
}

function compactInvoice(invoice: Invoice) {
  const { id, status, status_reason, paid, reference, total, currency, gate_id, amount_due, amount_paid } = invoice;
  const { checkout_url, created_at } = invoice;
  const money = { total, currency, gate_id, amount_due, amount_paid };
  return withoutNull({ id, status, status_reason, paid, reference, ...money, checkout_url, created_at });
}

function withoutNull(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** The invoice as sentences. Texts of payers and shops are quoted: an agent must not take them for instructions. */
function explained(invoice: Invoice): string {
  const { reference, total, currency, gate_id, amount_due, amount_paid, amount_confirmed } = invoice;
  const name = reference === null ? '' : ` for ${JSON.stringify(reference)}`;
  const sentences = [
    `Invoice ${invoice.id}${name} over ${total} ${currency} was created at ${invoice.created_at}.`,
    gate_id === null
      ? 'No coin was chosen.'
      : `It is paid in ${gate_id}: ${amount_due} are due until ${invoice.expires_at}.`,
    ...invoice.transactions.map(
      ({ txid, amount, confirmations, first_seen_at, status }) =>
        `Transaction ${txid} over ${amount} was seen at ${first_seen_at} and is ${status} ` +
        `(${confirmations} confirmations).`,
    ),
    gate_id === null ? '' : `Seen: ${amount_paid}; confirmed: ${amount_confirmed}.`,
    ...invoice.refunds.map(({ id, amount, status }) => `Refund ${id} over ${amount} is ${status}.`),
    `Its status is ${invoice.status}${invoice.status_reason === null ? '' : ` (${invoice.status_reason})`}.`,
    invoice.paid ? 'Ship the goods.' : 'Do not ship yet.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
