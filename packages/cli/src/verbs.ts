import type { OperationName } from '../../node/src/index.ts';

/** A verb of a resource, which calls the method of that name in the Node SDK. */
export interface Verb {
  readonly about: string;
  /** The call of the public document. */
  readonly call: OperationName;
  /** Its arguments, in the order of the SDK's method. */
  readonly takes: readonly Taken[];
  /** Its object goes on by itself: `--wait` reads it with `get` of this resource until it has ended. */
  readonly waitsIn?: string;
  /** It sends money: `--validate-only` checks everything and does nothing. */
  readonly validates?: true;
  /** The method of the SDK, where it is not called as the verb. */
  readonly method?: string;
}

type Taken = 'id' | 'network' | 'body' | 'query';

const get = (about: string, call: OperationName, waitsIn?: string): Verb => ({
  about: `get ${about}`,
  call,
  takes: ['id'],
  waitsIn,
});
const list = (about: string, call: OperationName): Verb => ({ about: `list ${about}`, call, takes: ['query'] });
const act = (about: string, call: OperationName): Verb => ({ about, call, takes: ['id'] });

const MONEY_IN: Resources = {
  invoices: {
    create: { about: 'create an invoice', call: 'createInvoice', takes: ['body'], waitsIn: 'invoices' },
    get: get('an invoice', 'getInvoice', 'invoices'),
    list: list('invoices', 'listInvoices'),
    update: { about: 'change an invoice', call: 'updateInvoice', takes: ['id', 'body'] },
    cancel: act('cancel an invoice', 'cancelInvoice'),
    complete: act('accept what was paid', 'completeInvoice'),
    expire: act('let an invoice expire, in sandbox', 'expireInvoice'),
    refund: {
      about: 'refund an invoice: to an address, or by a link for the payer (-d amount=25.00 currency=EUR)',
      call: 'createRefund',
      takes: ['id', 'body'],
      waitsIn: 'refunds',
      validates: true,
    },
  },
  paymentLinks: {
    create: { about: 'create a payment link', call: 'createPaymentLink', takes: ['body'] },
    get: get('a payment link', 'getPaymentLink'),
    list: list('payment links', 'listPaymentLinks'),
    update: {
      about: 'change a payment link, or turn it off (-d active=false)',
      call: 'updatePaymentLink',
      takes: ['id', 'body'],
    },
  },
  paymentRequests: {
    create: { about: 'email a person a payment request', call: 'createPaymentRequest', takes: ['body'] },
    get: get('a payment request', 'getPaymentRequest'),
    list: list('payment requests', 'listPaymentRequests'),
    cancel: act('cancel a payment request', 'cancelPaymentRequest'),
  },
  refunds: { get: get('a refund', 'getRefund', 'refunds'), list: list('refunds', 'listRefunds') },
  addresses: {
    create: { about: 'create an address for a customer', call: 'createAddress', takes: ['body'] },
    get: get('an address', 'getAddress'),
    list: list('addresses', 'listAddresses'),
  },
  deposits: { get: get('a deposit', 'getDeposit', 'deposits'), list: list('deposits', 'listDeposits') },
  cardOrders: { get: get('a purchase by card', 'getCardOrder'), list: list('purchases by card', 'listCardOrders') },
};

const MONEY_OUT: Resources = {
  payouts: {
    create: { about: 'create a payout', call: 'createPayout', takes: ['body'], waitsIn: 'payouts', validates: true },
    get: get('a payout', 'getPayout', 'payouts'),
    list: list('payouts', 'listPayouts'),
    cancel: act('cancel a payout', 'cancelPayout'),
    quote: { about: 'show fees and totals of a payout at present', call: 'quotePayout', takes: ['query'] },
  },
  massPayouts: {
    create: {
      about: 'create a mass payout',
      call: 'createMassPayout',
      takes: ['body'],
      waitsIn: 'massPayouts',
      validates: true,
    },
    get: get('a mass payout', 'getMassPayout', 'massPayouts'),
    list: list('mass payouts', 'listMassPayouts'),
    lines: { about: 'list the lines of a mass payout', call: 'listMassPayoutLines', takes: ['id', 'query'] },
    cancel: act('cancel a mass payout', 'cancelMassPayout'),
  },
  withdrawals: {
    get: get('a withdrawal', 'getWithdrawal', 'withdrawals'),
    list: list('withdrawals', 'listWithdrawals'),
  },
};

const WEBHOOKS: Resources = {
  webhookEndpoints: {
    create: {
      about: 'create an endpoint; its secret is in this answer and in none after it',
      call: 'createWebhookEndpoint',
      takes: ['body'],
    },
    get: get('an endpoint', 'getWebhookEndpoint'),
    list: list('endpoints', 'listWebhookEndpoints'),
    update: {
      about: 'change an endpoint; -d enabled:=false disables it',
      call: 'updateWebhookEndpoint',
      takes: ['id', 'body'],
    },
    delete: act('delete an endpoint', 'deleteWebhookEndpoint'),
    'rotate-secret': {
      about: 'give an endpoint a new secret; -d overlap_hours:=48 says how long the old one signs as well',
      call: 'rotateWebhookEndpointSecret',
      takes: ['id', 'body'],
      method: 'rotateSecret',
    },
  },
  webhooks: {
    deliveries: { about: 'list deliveries with every attempt', call: 'listWebhookDeliveries', takes: ['query'] },
    redeliver: act('send a delivery again', 'redeliverWebhook'),
    test: { about: 'send a test; -d endpoint_id=… or url=… says where', call: 'sendTestWebhook', takes: ['body'] },
  },
};

const REFERENCE: Resources = {
  me: { get: { about: 'show mode, permissions and limits of the key', call: 'getMe', takes: [] } },
  currencies: { list: list('the currencies of prices', 'listCurrencies') },
  balances: { list: list('balances', 'listBalances') },
  ledgerEntries: {
    list: { about: 'list the lines of a balance: -d gate_id=BTC', call: 'listLedgerEntries', takes: ['query'] },
  },
  requests: {
    list: { about: 'list the requests of this key: -d status=4xx', call: 'listRequests', takes: ['query'] },
  },
  gates: { list: list('gates', 'listGates') },
  rates: { list: list('rates', 'listRates') },
};

const SANDBOX: Resources = {
  sandbox: {
    'pay-invoice': {
      about: 'pay an invoice: -d scenario=paid',
      call: 'emulateInvoicePayment',
      takes: ['id', 'body'],
      method: 'payInvoice',
    },
    'pay-address': {
      about: 'pay to the address of a customer',
      call: 'emulateAddressPayment',
      takes: ['id', 'body'],
      method: 'payAddress',
    },
    'mine-blocks': {
      about: 'mine blocks of a network: -d count:=2',
      call: 'mineBlocks',
      takes: ['network', 'body'],
      method: 'mineBlocks',
    },
    'set-fees': {
      about: 'set the fees of a network: -d percent:=300',
      call: 'setNetworkFees',
      takes: ['network', 'body'],
      method: 'setFees',
    },
    'transfer-to-bank': {
      about: 'play a bank transfer: -d amount=… reference=…',
      call: 'emulateBankTransfer',
      takes: ['body'],
      method: 'transferToBank',
    },
  },
};

type Resources = Readonly<Record<string, Readonly<Record<string, Verb>>>>;

/** By the names that the Node SDK has for them. `tidegate events` is beside this, since events also stream. */
export const RESOURCES: Resources = { ...MONEY_IN, ...MONEY_OUT, ...WEBHOOKS, ...REFERENCE, ...SANDBOX };
