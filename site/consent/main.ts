import type { Language } from '../../domain/languages.ts';
import { COOKIE_SETTINGS, consentIn } from '../../domain/legal/consent.ts';
import { openConsent } from './panel.ts';
import { CONSENT_WORDS } from './words.ts';

// The banner about cookies, on every page for people without a session: no framework, and nothing is stored before the
// visitor has chosen. Within another site's page nothing is asked: there nothing optional is stored either.

const isFramed = window.top !== window.self;
const written = document.documentElement.lang.slice(0, 2);
const language = Object.hasOwn(CONSENT_WORDS, written) ? (written as Language) : 'en';
const words = CONSENT_WORDS[language];
const chosen = () => consentIn(document.cookie);

if (!isFramed && chosen() === undefined) openConsent({ language, words, chosen: undefined, isRequested: false });

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !link.href.endsWith(COOKIE_SETTINGS) || isFramed) return;
  event.preventDefault();
  openConsent({ language, words, chosen: chosen(), isRequested: true });
});

const controls = document.querySelector('#consent-controls');
if (controls !== null) {
  const button = document.createElement('button');
  button.className = 'btn alt';
  button.textContent = words.choose;
  button.addEventListener('click', () => openConsent({ language, words, chosen: chosen(), isRequested: true }));
  controls.replaceChildren(button);
}
