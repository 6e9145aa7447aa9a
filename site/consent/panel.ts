import type { Language } from '../../domain/languages.ts';
import {
  CONSENT_VERSION,
  COOKIE_KINDS,
  type ConsentChoices,
  type CookieKind,
  NOTHING_OPTIONAL,
  OPTIONAL_COOKIE_KINDS,
} from '../../domain/legal/consent.ts';
import { pathIn } from '../../domain/site/translations.ts';
import { addStyle } from './style.ts';
import type { ConsentWords } from './words.ts';

interface Opening {
  readonly language: Language;
  readonly words: ConsentWords;
  /** The previous choices. */
  readonly chosen: ConsentChoices | undefined;
  /** The visitor opened it: the focus goes there, and it can be closed. */
  readonly isRequested: boolean;
}

const ID = 'cookie-consent';

/** Shows the banner, at the end of the window and first in the order of the keyboard. */
export function openConsent({ language, words, chosen, isRequested }: Opening): void {
  document.querySelector(`#${ID}`)?.remove();
  addStyle();
  const before = document.activeElement;
  const panel = document.createElement('section');
  panel.id = ID;
  panel.setAttribute('aria-labelledby', `${ID}-title`);
  const title = element('h2', words.title);
  title.id = `${ID}-title`;
  title.tabIndex = -1;
  const text = element('p', `${words.text} `);
  const policy = element('a', words.policy);
  policy.setAttribute('href', pathIn(language, '/legal/cookies'));
  text.append(policy);
  const problem = element('p', '');
  problem.setAttribute('role', 'alert');
  const close = () => {
    panel.remove();
    resized.disconnect();
    keepClear(0);
    if (before instanceof HTMLElement) before.focus();
  };
  const send = (choices: ConsentChoices) => void save(choices, words, problem).then((isSaved) => isSaved && close());
  const kinds = kindsOf(words, chosen ?? NOTHING_OPTIONAL);
  kinds.hidden = !isRequested;
  const choose = button(words.choose, () => {
    kinds.hidden = false;
    choose.replaceWith(saveButton);
    kinds.querySelector<HTMLInputElement>('input:enabled')?.focus();
  });
  const saveButton = button(words.save, () => send(choicesIn(kinds)));
  const acts = document.createElement('div');
  acts.className = 'acts';
  acts.append(
    button(words.refuse, () => send(NOTHING_OPTIONAL)),
    button(words.accept, () => send({ performance: true, functional: true, targeting: true })),
    isRequested ? saveButton : choose,
    ...(isRequested ? [button(words.close, close)] : []),
  );
  panel.append(title, text, kinds, problem, acts);
  panel.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isRequested) close();
  });
  // After the link to the content, which comes first wherever there is one.
  const skip = document.querySelector('body > a.skip');
  if (skip === null) document.body.prepend(panel);
  else skip.after(panel);
  const resized = new ResizeObserver(() => keepClear(panel.offsetHeight));
  resized.observe(panel);
  if (isRequested) title.focus();
}

/** The page can be scrolled above the banner, also by the focus. */
function keepClear(pixels: number): void {
  document.body.style.paddingBottom = pixels === 0 ? '' : `${pixels}px`;
  document.documentElement.style.scrollPaddingBottom = pixels === 0 ? '' : `${pixels}px`;
}

function kindsOf(words: ConsentWords, chosen: ConsentChoices): HTMLElement {
  const list = document.createElement('div');
  list.className = 'kinds';
  list.append(
    ...COOKIE_KINDS.map((kind) => {
      const { name, about } = words.kinds[kind];
      const isBlocked = kind === 'targeting' && hasGpc();
      const label = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.name = kind;
      box.checked = kind === 'necessary' || (chosen[kind] && !isBlocked);
      box.disabled = kind === 'necessary' || isBlocked;
      const description = document.createElement('span');
      description.append(element('b', name), ` ${isBlocked ? words.gpc : about}`);
      label.append(box, description);
      return label;
    }),
  );
  return list;
}

function choicesIn(kinds: HTMLElement): ConsentChoices {
  const isOn = (kind: CookieKind) => kinds.querySelector<HTMLInputElement>(`[name=${kind}]`)?.checked === true;
  const [performance, functional, targeting] = OPTIONAL_COOKIE_KINDS.map(isOn);
  return { performance: performance === true, functional: functional === true, targeting: targeting === true };
}

async function save(choices: ConsentChoices, words: ConsentWords, problem: HTMLElement): Promise<boolean> {
  problem.textContent = '';
  try {
    const answer = await fetch('/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: CONSENT_VERSION, ...choices, targeting: choices.targeting && !hasGpc() }),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    if (!choices.functional) forgetFunctional();
    return true;
  } catch (error) {
    problem.textContent = error instanceof Error && error.message === '409' ? words.outdated : words.failed;
    return false;
  }
}

/** Removes the data stored with a consent that is withdrawn. */
function forgetFunctional(): void {
  localStorage.removeItem('tidegate-reference-language');
}

function hasGpc(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}

function element(tag: 'h2' | 'p' | 'a' | 'b', text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
