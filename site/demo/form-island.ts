import type { NewDemoBody } from '../../contract/demo.ts';
import { isCryptoGateId } from '../../domain/assets/assets.ts';
import { isDemoAct } from '../../domain/demo/cases.ts';
import { demoDescription, demoName } from '../../domain/demo/text.ts';
import { formatAmount, formatTrimmed, parseAmount } from '../../domain/money/money.ts';
import { type Pricing, priceInvoice } from '../../domain/money/pricing.ts';
import { makeDemo, show, showProblem } from './calls.ts';

/** Draws the preview while the visitor types, and makes the invoice without leaving a broken form behind. */
export function startForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-demo-form]');
  const preview = document.querySelector<HTMLElement>('[data-preview]');
  if (form === null || preview === null) return;
  takeCase(form);
  preview.hidden = false;
  const draw = () => drawPreview(preview, form);
  form.addEventListener('input', draw);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  draw();
}

/** A link of the landing page names what is to be played. */
function takeCase(form: HTMLFormElement): void {
  const named = new URLSearchParams(location.search).get('case') ?? '';
  const list = form.elements.namedItem('case');
  if (list instanceof HTMLSelectElement && isDemoAct(named) && named !== 'block') list.value = named;
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type="submit"]');
  showProblem(form, null);
  if (button !== null) button.disabled = true;
  try {
    const id = await makeDemo(bodyOf(form));
    location.assign(`/${form.dataset.demoForm ?? 'demo'}/invoice/${id}`);
  } catch (error) {
    showProblem(form, error);
    if (button !== null) button.disabled = false;
  }
}

/** The form's values. The server checks all of them again. */
function bodyOf(form: HTMLFormElement): NewDemoBody {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const optional = (name: string) => (text(name) === '' ? {} : { [name]: text(name) });
  return {
    merchant: text('merchant'),
    amount: text('amount'),
    ...optional('description'),
    ...optional('tax_rate'),
    ...optional('case'),
    currency: text('currency') as NewDemoBody['currency'],
    gates: data.getAll('gates[]').map(String).filter(isCryptoGateId),
    service_fee_payer: text('service_fee_payer') === 'customer' ? 'customer' : 'merchant',
    network_fee_payer: text('network_fee_payer') === 'customer' ? 'customer' : 'merchant',
    tax_type: text('tax_type') as NewDemoBody['tax_type'],
  };
}

function drawPreview(preview: HTMLElement, form: HTMLFormElement): void {
  const body = bodyOf(form);
  const pricing = priced(body, Number(form.dataset.feeBps));
  const money = (minor: bigint | undefined) =>
    minor === undefined ? '–' : withCurrency(formatAmount(minor, 2), body.currency);
  const [tax] = pricing?.taxes ?? [];
  show(preview, 'merchant', demoName(body.merchant) ?? '–');
  show(preview, 'description', demoDescription(body.description ?? '') ?? '');
  show(preview, 'total', money(pricing?.totalMinor));
  show(preview, 'price', money(pricing?.priceMinor));
  show(preview, 'tax', money(tax?.minor));
  show(preview, 'tax-name', taxName(body.tax_type, tax?.rateBps ?? 0));
  show(preview, 'service', money(pricing?.serviceFeeMinor));
  const count = body.gates.length;
  show(preview, 'coins', `Your customer chooses from ${count} ${count === 1 ? 'coin' : 'coins'}.`);
  hide(preview, 'tax', tax === undefined);
  hide(preview, 'service', body.service_fee_payer === 'merchant');
  hide(preview, 'network', body.network_fee_payer === 'merchant');
}

/** As the gateway prices it; undefined while the visitor is still typing. The network fee comes with the coin. */
function priced(body: NewDemoBody, serviceBps: number): Pricing | undefined {
  try {
    return priceInvoice({
      priceMinor: parseAmount(body.amount, 2),
      tax: { name: 'VAT', rateBps: Number(parseAmount(body.tax_rate ?? '0', 2)), type: body.tax_type },
      fees: { serviceBps, servicePayer: body.service_fee_payer, networkFeeMinor: 0n, networkPayer: 'merchant' },
    });
  } catch {
    return undefined;
  }
}

function taxName(type: NewDemoBody['tax_type'], rateBps: number): string {
  const rate = `${formatTrimmed(BigInt(rateBps), 2)}%`;
  return type === 'inclusive' ? `VAT ${rate}, included` : `VAT ${rate}`;
}

function hide(preview: HTMLElement, line: string, isHidden: boolean): void {
  preview.querySelector(`[data-line="${line}"]`)?.toggleAttribute('hidden', isHidden);
}

/** As on the invoice's page: `€118.40`. */
function withCurrency(amount: string, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral);
}
