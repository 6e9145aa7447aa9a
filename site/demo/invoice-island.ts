import type { DemoWebhook } from '../../contract/demo.ts';
import { canPlay, DEMO_CASES, isDemoAct } from '../../domain/demo/cases.ts';
import { OPEN_STATUSES } from '../../domain/state/invoice-status.ts';
import { playDemo, readWebhooks, showProblem } from './calls.ts';
import { followDemo } from './follow.ts';
import { ACT_NOTES } from './words.ts';

/** Plays the customer in place, and shows each webhook as it happens. */
export function startInvoice(): void {
  const root = document.querySelector<HTMLElement>('[data-demo-invoice]');
  const form = root?.querySelector<HTMLFormElement>('[data-plays]');
  const list = root?.querySelector<HTMLElement>('[data-webhooks]');
  const id = root?.dataset.demoInvoice;
  if (root == null || form == null || list == null || id === undefined) return;
  const block = form.querySelector<HTMLButtonElement>('[data-block]');
  block?.toggleAttribute('hidden', true);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void play(form, id, event.submitter);
  });
  const readAll = inTurn(async () => drawWebhooks(list, await readWebhooks(id)));
  followDemo(id, ({ status, confirmations }) => {
    for (const act of DEMO_CASES) {
      const button = form.querySelector<HTMLButtonElement>(`button[value="${act}"]`);
      if (button !== null) button.disabled = !canPlay(act, status);
    }
    const isWaiting = status === 'confirming' && confirmations.current < confirmations.required;
    if (!isWaiting && !OPEN_STATUSES.has(status)) block?.toggleAttribute('hidden', true);
    readAll();
  });
}

async function play(form: HTMLFormElement, id: string, button: HTMLElement | null): Promise<void> {
  const act = button instanceof HTMLButtonElement ? button.value : '';
  if (!isDemoAct(act)) return;
  showProblem(form, null);
  try {
    await playDemo(id, act);
    const note = form.querySelector('[data-note]');
    if (note !== null) note.textContent = ACT_NOTES[act];
    if (act === 'slow') form.querySelector('[data-block]')?.toggleAttribute('hidden', false);
  } catch (error) {
    showProblem(form, error);
  }
}

/** Newest first. Text that a visitor typed is never inserted as HTML. */
function drawWebhooks(list: HTMLElement, webhooks: readonly DemoWebhook[]): void {
  const known = new Set([...list.children].map((item) => (item instanceof HTMLElement ? item.dataset.id : undefined)));
  for (const webhook of webhooks) {
    if (!known.has(webhook.id)) list.prepend(itemOf(webhook));
  }
}

function itemOf({ id, type, created_at, headers, body }: DemoWebhook): HTMLElement {
  const item = document.createElement('li');
  item.dataset.id = id;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const name = document.createElement('code');
  name.textContent = type;
  const time = document.createElement('time');
  time.dateTime = created_at;
  time.textContent = new Date(created_at).toLocaleTimeString();
  summary.append(name, ' ', time);
  const text = document.createElement('pre');
  text.tabIndex = 0;
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  text.textContent = `POST /your/webhook\n${lines.join('\n')}\n\n${JSON.stringify(JSON.parse(body), null, 2)}`;
  details.append(summary, text);
  item.append(details);
  return item;
}

/** One call at a time, and another one after it where something happened meanwhile. */
function inTurn(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async () => {
    running = true;
    do {
      again = false;
      await work().catch(() => undefined);
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
