import type { CustomerInvoice } from '../../contract/customer-invoice.ts';
import type { DemoWebhook, NewDemoBody } from '../../contract/demo.ts';
import { type DemoCase, isDemoAct } from '../../domain/demo/cases.ts';
import { separatorsOf, writeDecimal } from '../../domain/money/decimal-text.ts';
import { fillText } from '../../domain/text/messages.ts';
import { CallError, makeDemo, readWebhooks, show, showProblem } from './calls.ts';
import { inEuro } from './euro.ts';
import { followDemo } from './follow.ts';
import { SAMPLE, type SampleScriptWords } from './words.ts';

/** The sample of the landing page is a demo invoice once one of its buttons is pressed: nothing is loaded before. */
export function startSample(): void {
  const sample = document.querySelector<HTMLElement>('[data-sample]');
  const latestWebhook = document.querySelector<HTMLElement>('[data-latest]');
  if (sample === null || latestWebhook === null) return;
  const words = JSON.parse(sample.dataset.words ?? '{}') as SampleScriptWords;
  const buttons = [...sample.querySelectorAll<HTMLButtonElement>('[data-plays] button')];
  sample.querySelector('[data-plays]')?.toggleAttribute('hidden', false);
  sample.querySelector('[data-link]')?.toggleAttribute('hidden', true);
  let stop = () => {};
  let clock: ReturnType<typeof setInterval> | undefined;

  async function play(pressed: HTMLButtonElement, played: DemoCase): Promise<void> {
    if (sample === null || latestWebhook === null) return;
    for (const button of buttons) {
      button.disabled = true;
      button.setAttribute('aria-pressed', String(button === pressed));
    }
    showProblem(sample, null);
    try {
      const id = await makeDemo({ ...SAMPLE, ...TERMS, description: words.order, case: played });
      stop();
      clearInterval(clock);
      latestWebhook.hidden = false;
      let latest: CustomerInvoice | undefined;
      stop = followDemo(id, (invoice) => {
        latest = invoice;
        drawInvoice(sample, words, invoice);
        void readWebhooks(id).then(
          (webhooks) => drawLatest(latestWebhook, webhooks, id),
          () => undefined,
        );
      });
      clock = setInterval(() => latest !== undefined && drawClock(sample, latest), 1_000);
    } catch (error) {
      showProblem(sample, inLanguage(error, words));
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  }

  for (const button of buttons) {
    const { value } = button;
    button.addEventListener('click', () => {
      if (isDemoAct(value) && value !== 'block') void play(button, value);
    });
  }
}

const TERMS: Pick<NewDemoBody, 'gates' | 'service_fee_payer' | 'network_fee_payer' | 'tax_type'> = {
  gates: ['BTC'],
  service_fee_payer: 'merchant',
  network_fee_payer: 'merchant',
  tax_type: 'exempt',
};

function drawInvoice(sample: HTMLElement, words: SampleScriptWords, invoice: CustomerInvoice): void {
  const { amount_due, amount_remaining, rate, status, confirmations } = invoice;
  const isPart = status === 'partially_paid';
  const due = (isPart ? amount_remaining : amount_due) ?? '';
  show(sample, 'due', `${writeDecimal(due, separatorsOf(words.tag))} BTC`);
  show(sample, 'what', isPart ? words.stillToSend : words.send);
  if (rate !== null) show(sample, 'rate', `1 BTC = ${inEuro(rate.value, words.tag)}`);
  const blocks = status === 'confirming' ? ` ${fillText(words.blocks, { ...confirmations })}` : '';
  const other = invoice.other_payments.length > 0 && status === 'pending' ? words.otherCoin : undefined;
  show(sample, 'status', other ?? `${words.statuses[status] ?? status}${blocks}`);
  sample.dataset.status = status;
  drawClock(sample, invoice);
}

function drawClock(sample: HTMLElement, { expires_at, created_at, status }: CustomerInvoice): void {
  const isOpen = ['new', 'pending', 'partially_paid'].includes(status);
  const leftMs = isOpen ? Math.max(0, Date.parse(expires_at) - Date.now()) : 0;
  const seconds = Math.floor(leftMs / 1000);
  show(sample, 'left', isOpen ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : '');
  const bar = sample.querySelector<HTMLProgressElement>('progress');
  if (bar !== null) bar.value = isOpen ? leftMs / (Date.parse(expires_at) - Date.parse(created_at)) : 1;
}

/** The gateway refuses in English; on other pages the kind of refusal must do. */
function inLanguage(error: unknown, words: SampleScriptWords): unknown {
  if (!(error instanceof CallError) || words.tag.startsWith('en')) return error;
  if (error.status === null) return new Error(words.noAnswer);
  return new Error(error.status === 429 ? words.busy : words.failed);
}

/** The newest webhook, without the fields that a first look does not need. */
function drawLatest(latestWebhook: HTMLElement, webhooks: readonly DemoWebhook[], id: string): void {
  const newest = webhooks.at(-1);
  if (newest === undefined) return;
  const { type, data } = JSON.parse(newest.body) as { type: string; data: Record<string, unknown> };
  const { status, paid, total, currency, amount_due, amount_paid, other_payments } = data;
  const others = Array.isArray(other_payments) ? other_payments.length : 0;
  const excerpt = { type, data: { status, paid, total, currency, amount_due, amount_paid, other_payments: others } };
  show(latestWebhook, 'count', String(webhooks.length));
  show(latestWebhook, 'webhook', JSON.stringify(excerpt, null, 2));
  const link = latestWebhook.querySelector<HTMLAnchorElement>('a');
  if (link !== null) link.href = `/demo/invoice/${id}`;
}
