import { consentIn } from '../domain/legal/consent.ts';
import { copyable, isSecret } from './reference/fill.ts';

// The script of the API reference: it fills the examples in and copies them.

interface SandboxKey {
  readonly name: string;
  readonly api_key: string;
}

const LANGUAGE = 'tidegate-reference-language';

/** Never written into the page or anywhere else: only copied code contains it. */
const secret = document.querySelector<HTMLInputElement>('#api-secret');

fill('origin', location.origin);
rememberLanguage();
makeCopyable();
if (secret !== null) void showKeys(secret);

function fill(name: string, value: string): void {
  for (const mark of document.querySelectorAll(`[data-fill="${name}"]`)) mark.textContent = value;
}

function rememberLanguage(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="language"]')) {
    input.checked = input.value === (localStorage.getItem(LANGUAGE) ?? 'curl');
    input.addEventListener('change', () => {
      if (mayRemember()) localStorage.setItem(LANGUAGE, input.value);
    });
  }
}

/** It is no necessity, so it needs the visitor's consent. */
function mayRemember(): boolean {
  return consentIn(document.cookie)?.functional === true;
}

function makeCopyable(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.hidden = false;
    button.addEventListener('click', () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const shown = [...(button.closest('figure')?.querySelectorAll('pre') ?? [])].find((pre) => pre.offsetParent !== null);
  if (shown === undefined) return;
  await navigator.clipboard.writeText(copyable(shown, secret?.value.trim() ?? ''));
  button.textContent = 'Copied';
  say('Copied.');
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

async function showKeys(field: HTMLInputElement): Promise<void> {
  const sheet = field.closest('details');
  if (sheet !== null) sheet.hidden = false;
  field.addEventListener('input', () => checkSecret(field));
  // A page that the browser keeps for its Back button must not keep the secret with it.
  addEventListener('pagehide', () => {
    field.value = '';
  });
  const answer = await fetch('/docs/sandbox-keys.json', { headers: { accept: 'application/json' } });
  if (!answer.ok) return;
  const { data } = (await answer.json()) as { data: readonly SandboxKey[] };
  const [first] = data;
  const list = document.querySelector<HTMLSelectElement>('#api-key');
  if (first === undefined || list === null) return;
  list.replaceChildren(...data.map(({ name, api_key }) => new Option(`${name} (${api_key})`, api_key)));
  list.addEventListener('change', () => fill('key', list.value));
  fill('key', first.api_key);
  document.querySelector('#no-key')?.toggleAttribute('hidden', true);
  document.querySelector('#has-key')?.toggleAttribute('hidden', false);
}

function checkSecret(field: HTMLInputElement): void {
  const isWrong = field.value.trim() !== '' && !isSecret(field.value.trim());
  field.setAttribute('aria-invalid', String(isWrong));
  document.querySelector('#secret-hint')?.classList.toggle('wrong', isWrong);
  if (isWrong) say('A secret starts with tgs_.');
}

function say(text: string): void {
  const status = document.querySelector('#said');
  if (status !== null) status.textContent = text;
}
