import type { Language } from '../../domain/languages.ts';
import type { CookieKind } from '../../domain/legal/consent.ts';
import de from '../../locales/de/consent.json' with { type: 'json' };
import en from '../../locales/en/consent.json' with { type: 'json' };
import es from '../../locales/es/consent.json' with { type: 'json' };
import fr from '../../locales/fr/consent.json' with { type: 'json' };
import it from '../../locales/it/consent.json' with { type: 'json' };
import pt from '../../locales/pt/consent.json' with { type: 'json' };
import ru from '../../locales/ru/consent.json' with { type: 'json' };

/** The words of the banner. */
export interface ConsentWords {
  readonly title: string;
  readonly text: string;
  readonly policy: string;
  readonly refuse: string;
  readonly accept: string;
  readonly choose: string;
  readonly save: string;
  readonly close: string;
  readonly failed: string;
  readonly outdated: string;
  readonly gpc: string;
  readonly kinds: Readonly<Record<CookieKind, { readonly name: string; readonly about: string }>>;
}

/** All of them in one script: together they are smaller than another request. */
export const CONSENT_WORDS: Readonly<Record<Language, ConsentWords>> = { en, de, fr, es, it, pt, ru };
