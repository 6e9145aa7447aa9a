/**
 * The field that somebody meant who wrote another name: by what other gateways call it, else by a slip of up to two
 * letters. Undefined where nothing is near.
 */
export function nearestField(name: string, fields: readonly string[]): string | undefined {
  const plain = name
    .slice(0, MAX_NAME)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  const known = ELSEWHERE.get(plain);
  if (known !== undefined && fields.includes(known.split('.')[0] ?? '')) return known;
  const ranked = fields
    .map((field) => ({ field, distance: distanceOf(plain, field.replaceAll('_', '')) }))
    .filter(({ field, distance }) => distance <= (field.length > 5 ? 2 : 1))
    .sort((one, other) => one.distance - other.distance);
  return ranked[0]?.field;
}

const MAX_NAME = 40;

/** The field's names at the gateways that plugins were written for. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    price: 'amount',
    total: 'amount',
    sum: 'amount',
    value: 'amount',
    grandtotal: 'amount',
    pricevalue: 'amount',
    fiatamount: 'amount',
    priceamount: 'amount',
    totalamount: 'amount',
    ordertotal: 'amount',
    cost: 'amount',
    pricecurrency: 'currency',
    fiat: 'currency',
    currencycode: 'currency',
    fiatcurrency: 'currency',
    orderid: 'reference',
    ordernumber: 'reference',
    externalid: 'reference',
    merchantorderid: 'reference',
    invoiceid: 'reference',
    ordernum: 'reference',
    ref: 'reference',
    referenceid: 'reference',
    coin: 'gate_id',
    crypto: 'gate_id',
    paycurrency: 'gate_id',
    asset: 'gate_id',
    network: 'gate_id',
    paymentmethod: 'gate_id',
    coins: 'gates',
    assets: 'gates',
    paymentmethods: 'gates',
    callbackurl: 'notification_url',
    ipnurl: 'notification_url',
    webhookurl: 'notification_url',
    ipncallbackurl: 'notification_url',
    notifyurl: 'notification_url',
    callback: 'notification_url',
    returnurl: 'success_url',
    redirecturl: 'success_url',
    successurl: 'success_url',
    thankyouurl: 'success_url',
    failurl: 'cancel_url',
    failureurl: 'cancel_url',
    errorurl: 'cancel_url',
    backurl: 'cancel_url',
    email: 'customer.email',
    buyeremail: 'customer.email',
    customeremail: 'customer.email',
    customername: 'customer.name',
    buyername: 'customer.name',
    name: 'customer.name',
    lineitems: 'items',
    products: 'items',
    cart: 'items',
    orderdescription: 'description',
    memo: 'description',
    expiresin: 'expires_in_seconds',
    ttl: 'expires_in_seconds',
    timeout: 'expires_in_seconds',
    qty: 'quantity',
    unitprice: 'price',
    itemprice: 'price',
    lineamount: 'amount',
    discount: 'amount',
    vat: 'tax',
    taxamount: 'tax',
    to: 'address',
    recipient: 'address',
    tag: 'destination_tag',
    message: 'reason',
    feespaidby: 'fee_payer',
    // Of lists.
    limit: 'per_page',
    pagesize: 'per_page',
    perpage: 'per_page',
    count: 'per_page',
    q: 'search',
    query: 'search',
    startingafter: 'after',
    cursor: 'after',
    from: 'date_from',
    since: 'date_from',
    until: 'date_to',
  }),
);

/** Letters to add, drop or replace (Levenshtein); bounded by the lengths above. */
function distanceOf(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, against] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + (letter === against ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
