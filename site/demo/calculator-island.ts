import type { SiteRates } from '../../contract/demo.ts';
import { gate, isCryptoGateId } from '../../domain/assets/assets.ts';
import { canConvert } from '../../domain/conversion/pairs.ts';
import { calculate } from '../../domain/money/calculator.ts';
import { type Separators, separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { formatAmount, formatTrimmed, parseAmount } from '../../domain/money/money.ts';
import { MAX_INVOICE_EUR, MIN_INVOICE_EUR } from '../../domain/money/pricing.ts';
import { parseRate, type Rate } from '../../domain/money/rates.ts';
import { fillText } from '../../domain/text/messages.ts';
import type { CalculatorScriptWords } from './calculator.tsx';
import { call, show } from './calls.ts';
import { inEuro } from './euro.ts';

/** Counts as the gateway does, with the plan and the rates of the moment: they are read once the form is seen. */
export function startCalculator(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('[data-calculator]')) {
    const words = JSON.parse(form.dataset.words ?? '{}') as CalculatorScriptWords;
    let rates: SiteRates | undefined;
    const draw = () => rates !== undefined && drawResult(form, words, rates);
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
        () => show(form, 'rate', words.noRates),
      );
    });
    seen.observe(form);
  }
}

function drawResult(form: HTMLFormElement, words: CalculatorScriptWords, { rates, fees }: SiteRates): void {
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
  const separators = separatorsOf(words.tag);
  const priceMinor = priceOf(String(data.get('amount')), separators);
  if (priceMinor === null || found === undefined) {
    const range = { min: MIN_INVOICE_EUR.toLocaleString(words.tag), max: MAX_INVOICE_EUR.toLocaleString(words.tag) };
    clear(found === undefined ? words.noRate : fillText(words.range, range));
    return;
  }
  const coins = (minor: bigint) =>
    `${writeDecimal(formatTrimmed(minor, decimals, decimalsShown), separators)} ${ticker}`;
  const euro = (minor: bigint) => inEuro(formatAmount(minor, 2), words.tag);
  const counted = calculate({
    priceMinor,
    gateId,
    rate: toRate(found),
    serviceFeeBps: fees.invoice,
    nowMs: Date.parse(found.sampled_at),
    conversionFeeBps: isEuro ? fees.conversion : null,
  });
  show(form, 'due', coins(counted.dueMinor));
  show(form, 'service', `−${coins(counted.serviceFeeMinor)}`);
  show(form, 'conversion', counted.conversion === null ? '–' : `−${euro(counted.conversion.feeMinor)}`);
  show(form, 'net', counted.conversion === null ? coins(counted.netMinor) : euro(counted.conversion.amountToMinor));
  form.querySelector('[data-line="conversion"]')?.toggleAttribute('hidden', counted.conversion === null);
  const time = new Date(found.sampled_at).toLocaleTimeString(words.tag, { hour: '2-digit', minute: '2-digit' });
  const said = [
    fillText(words.rate, { coin: ticker, price: inEuro(found.value, words.tag), time }),
    ...(wantsEuro && !isEuro ? [fillText(words.stays, { coin: ticker })] : []),
  ];
  show(form, 'rate', said.join(' '));
}

/** In cents; null for what no invoice may cost. */
function priceOf(typed: string, separators: Separators): bigint | null {
  try {
    const minor = parseAmount(plainDecimal(typed.trim(), separators), 2);
    return minor >= MIN_INVOICE_EUR * 100n && minor <= MAX_INVOICE_EUR * 100n ? minor : null;
  } catch {
    return null;
  }
}

/**
 * The typed amount as a plain decimal. It may use the language's separators, with groups of three digits, or a lone
 * point or comma.
 */
function plainDecimal(typed: string, { group, point }: Separators): string {
  const grouped = new RegExp(`^\\d{1,3}(?:[${group}\\s]\\d{3})+(?:[${point}]\\d{1,2})?$`);
  const digits = grouped.test(typed) ? typed.replaceAll(new RegExp(`[${group}\\s]`, 'g'), '') : typed;
  return digits.replace(',', '.');
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
