import type { SiteRates } from '../../contract/demo.ts';
import { gate, isCryptoGateId } from '../../domain/assets/assets.ts';
import { canConvert } from '../../domain/conversion/pairs.ts';
import { calculate } from '../../domain/money/calculator.ts';
import { formatAmount, formatTrimmed, parseAmount } from '../../domain/money/money.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { parseRate, type Rate } from '../../domain/money/rates.ts';
import { call, show } from './calls.ts';
import { inEuro } from './euro.ts';

/** Counts as the gateway does, with the plan and the rates of the moment: they are read once the form is seen. */
export function startCalculator(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-calculator]')) {
    form.hidden = false;
    let rates: SiteRates | undefined;
    const draw = () => rates !== undefined && drawResult(form, rates);
    form.addEventListener('input', draw);
    form.addEventListener('submit', (event) => event.preventDefault());
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void call<SiteRates>('/site-rates.json', { method: 'GET' }).then(
        (read) => {
          rates = read;
          if (!read.converts) withoutEuro(form);
          draw();
        },
        () => show(form, 'rate', 'There are no rates at the moment.'),
      );
    });
    seen.observe(form);
  }
}

function drawResult(form: HTMLFormElement, { rates, fees }: SiteRates): void {
  const data = new FormData(form);
  const gateId = String(data.get('gate'));
  if (!isCryptoGateId(gateId)) return;
  const { asset, ticker, decimals, decimalsShown } = gate(gateId);
  const found = rates.find((each) => each.asset === asset);
  const wantsEuro = data.get('keep') === 'euro';
  const isEuro = wantsEuro && canConvert(gateId, 'EUR');
  const clear = (why: string) => {
    for (const name of ['due', 'service', 'conversion', 'net']) show(form, name, '–');
    show(form, 'rate', why);
  };
  const priceMinor = priceOf(String(data.get('amount')));
  if (priceMinor === null || found === undefined) {
    const range = `Enter an amount from ${MIN_INVOICE_EUR} to ${MAX_INVOICE_EUR} euro.`;
    clear(found === undefined ? 'There is no rate of this coin at the moment.' : range);
    return;
  }
  const coins = (minor: bigint) => `${formatTrimmed(minor, decimals, decimalsShown)} ${ticker}`;
  const euro = (minor: bigint) => inEuro(formatAmount(minor, 2));
  const said = calculate({
    ...{ priceMinor, gateId, rate: toRate(found), serviceFeeBps: fees.invoice, nowMs: Date.parse(found.sampled_at) },
    conversionFeeBps: isEuro ? fees.conversion : null,
  });
  show(form, 'due', coins(said.dueMinor));
  show(form, 'service', `− ${coins(said.serviceFeeMinor)}`);
  show(form, 'conversion', said.conversion === null ? '–' : `− ${euro(said.conversion.feeMinor)}`);
  show(form, 'net', said.conversion === null ? coins(said.netMinor) : euro(said.conversion.amountToMinor));
  form.querySelector('[data-line="conversion"]')?.toggleAttribute('hidden', said.conversion === null);
  const time = new Date(found.sampled_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const stays = wantsEuro && !isEuro ? ` ${ticker} cannot be converted: you keep the coin.` : '';
  show(form, 'rate', `1 ${ticker} = ${inEuro(found.value)}, rate of ${time}.${stays}`);
}

/** In cents; null for what no invoice may cost. */
function priceOf(typed: string): bigint | null {
  try {
    const minor = parseAmount(typed.trim().replace(',', '.'), 2);
    return minor >= MIN_INVOICE_EUR * 100n && minor <= MAX_INVOICE_EUR * 100n ? minor : null;
  } catch {
    return null;
  }
}

function toRate({ asset, value, sampled_at }: SiteRates['rates'][number]): Rate {
  const sampledAt = new Date(sampled_at);
  // The locked rate of an invoice that is paid in time does not end.
  return parseRate(value, {
    asset: asset as Rate['asset'],
    currency: 'EUR',
    source: '',
    sampledAt,
    expiresAt: sampledAt,
  });
}

function withoutEuro(form: HTMLFormElement): void {
  const list = form.elements.namedItem('keep');
  if (!(list instanceof HTMLSelectElement)) return;
  list.querySelector('[value="euro"]')?.remove();
  list.value = 'coin';
}
