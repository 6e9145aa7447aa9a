import type { FormTicket } from '../../contract/contact.ts';
import { isEmailAddress } from '../../domain/accounts/email-address.ts';
import type { FieldErrors } from '../../domain/errors.ts';
import { CONTACT_FIELDS, CONTACT_KINDS, readContact } from '../../domain/forms/contact.ts';
import { findProof } from '../../domain/forms/proof-of-work.ts';
import { offerArticles } from './offers.ts';

// The only script of pages with a form: it says what is wrong while the page stays, offers articles, proves some work
// and sends. The form works without it.

const form = document.querySelector<HTMLFormElement>('form[data-form]');
if (form !== null) start(form);

function start(element: HTMLFormElement): void {
  const kind = element.dataset.form ?? '';
  const button = element.querySelector<HTMLButtonElement>('button[type="submit"]');
  /** Work begins when somebody begins to write, so that nobody waits for it. */
  let ticket: Promise<Proven> | undefined;
  const proven = () => {
    ticket ??= prove();
    return ticket;
  };
  element.noValidate = true;
  element.addEventListener('focusin', () => void proven().catch(forget), { once: true });
  const whenReleased = followPointer();
  offerArticles(element, whenReleased);
  element.addEventListener('focusout', ({ target }) => {
    if (!isField(target) || target.value === '') return;
    whenReleased(() => showProblem(element, target.name, problemsOf(element, kind)[target.name]));
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button?.getAttribute('aria-disabled') !== 'true') void submit();
  });

  function forget(): void {
    ticket = undefined;
  }

  async function submit(): Promise<void> {
    const problems = problemsOf(element, kind);
    if (Object.keys(problems).length > 0) return showProblems(element, problems);
    button?.setAttribute('aria-disabled', 'true');
    try {
      const { token, proof, readyAtMs } = await proven();
      await sleep(Math.max(0, readyAtMs - Date.now()));
      const answer = await fetch(`/spa/contact/${kind}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ ...bodyOf(element, kind), token, proof }),
      });
      // Each ticket is for one form.
      forget();
      const said = (await answer.json()) as Answer;
      if (answer.ok) location.assign(sentPage(kind, said.data?.reference ?? ''));
      else showProblems(element, said.errors ?? {}, said.message);
    } catch {
      forget();
      showProblems(element, {}, 'The form could not be sent. Check your connection and send it again.');
    } finally {
      button?.removeAttribute('aria-disabled');
    }
  }
}

/**
 * Lets work wait while a finger or a button of the mouse is down: words that come or go move what is below them, and
 * the click would miss what was pressed.
 */
function followPointer(): (work: () => void) => void {
  let isDown = false;
  let waiting: (() => void)[] = [];
  const release = () => {
    isDown = false;
    // The click comes after this event.
    setTimeout(() => {
      for (const work of waiting.splice(0)) work();
    }, 0);
  };
  addEventListener('pointerdown', () => {
    isDown = true;
  });
  addEventListener('pointerup', release);
  addEventListener('pointercancel', release);
  return (work) => {
    if (isDown) waiting = [...waiting, work];
    else work();
  };
}

interface Proven {
  readonly token: string;
  readonly proof: string;
  readonly readyAtMs: number;
}

interface Answer {
  readonly data?: { readonly reference: string };
  readonly message?: string;
  readonly errors?: FieldErrors;
}

async function prove(): Promise<Proven> {
  const answer = await fetch('/spa/contact/form', { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`The form has no token: ${answer.status}`);
  const { token, proof_bits: bits, wait_ms } = ((await answer.json()) as { data: FormTicket }).data;
  const readyAtMs = Date.now() + wait_ms;
  for (let from = 0; ; ) {
    const found = findProof(token, { from, tries: 1_000, bits });
    if ('proof' in found) return { token, proof: found.proof, readyAtMs };
    from = found.next;
    // Typing and scrolling come first.
    await sleep(0);
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

function isField(target: EventTarget | null): target is Field {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.name !== 'fax';
}

function textsOf(element: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)]));
}

function problemsOf(element: HTMLFormElement, kind: string): FieldErrors {
  const texts = textsOf(element);
  const contact = CONTACT_KINDS.find((each) => each === kind);
  if (contact !== undefined) {
    const read = readContact(contact, texts);
    return read.entry === undefined ? read.problems : {};
  }
  return isEmailAddress((texts.email ?? '').trim()) ? {} : { email: ['Email is not valid.'] };
}

function bodyOf(element: HTMLFormElement, kind: string): Record<string, unknown> {
  const { token: _, fax = '', ...texts } = textsOf(element);
  const trap = fax === '' ? {} : { fax };
  const contact = CONTACT_KINDS.find((each) => each === kind);
  if (contact === undefined) return { ...trap, email: (texts.email ?? '').trim() };
  const fields = CONTACT_FIELDS[contact].flatMap(({ name, type }): [string, unknown][] => {
    const text = (texts[name] ?? '').trim();
    if (type === 'check') return [[name, text === 'yes']];
    if (type === 'count') return text === '' ? [] : [[name, Number(text)]];
    return [[name, text]];
  });
  return { ...trap, ...Object.fromEntries(fields) };
}

function sentPage(kind: string, reference: string): string {
  return kind === 'newsletter' ? '/newsletter/sent' : `/contact-us/sent?reference=${encodeURIComponent(reference)}`;
}

function showProblems(element: HTMLFormElement, problems: FieldErrors, message?: string): void {
  const fields = [...element.querySelectorAll<Field>('input[id], textarea')].filter(isField);
  for (const { name } of fields) showProblem(element, name, problems[name]);
  const first = fields.find(({ name }) => problems[name] !== undefined);
  const sum = element.querySelector('#problem');
  if (sum !== null) {
    const words =
      problems.token?.[0] ?? (first === undefined ? message : 'Nothing was sent yet. Correct what is marked below.');
    sum.textContent = words ?? '';
  }
  first?.focus();
}

function showProblem(element: HTMLFormElement, name: string, problem: readonly string[] | undefined): void {
  element.querySelector(`[id="${name}"]`)?.setAttribute('aria-invalid', String(problem !== undefined));
  const place = element.querySelector(`[id="${name}-problem"]`);
  if (place !== null) place.textContent = problem?.[0] ?? '';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
