import type { ReactElement } from 'react';
import { Mark, OPERATOR } from '../front/frame.tsx';
import { LANGUAGES } from './code.ts';

interface HeadProps {
  /** Without links to pages for visitors. */
  readonly isBare: boolean;
  /** The navigation, which a phone opens here. */
  readonly children: ReactElement;
}

/** The head of the reference: the gateway's name, the language of the examples, and the reader's key. */
export function Head({ isBare, children }: HeadProps) {
  return (
    <header className="bar">
      <a className="mark" href={isBare ? '/docs/api' : '/'}>
        <Mark />
        <span>{OPERATOR}</span>
      </a>
      <a className="brand" href="/docs/api">
        API reference
      </a>
      <Languages />
      <Credentials />
      <a className="in" href="/dashboard">
        Sign in
      </a>
      <details className="menu">
        <summary>Menu</summary>
        {children}
      </details>
    </header>
  );
}

function Languages() {
  return (
    <fieldset className="languages">
      <legend className="unseen">Language of the examples</legend>
      {LANGUAGES.map(({ id, title }, index) => (
        <label key={id}>
          <input type="radio" name="language" value={id} id={`language-${id}`} defaultChecked={index === 0} /> {title}
        </label>
      ))}
    </fieldset>
  );
}

/** Hidden until a script can fill the examples in. The secret stays in the page's memory and is never shown. */
function Credentials() {
  return (
    <details className="credentials" hidden>
      <summary>Use your key</summary>
      <div className="sheet">
        <p id="no-key">
          <a href="/auth/sign-in">Sign in</a> to the back office to see your sandbox key in the examples.
        </p>
        <p id="has-key" hidden>
          <label htmlFor="api-key">Sandbox key</label>
          <select id="api-key" />
        </p>
        <p>
          <label htmlFor="api-secret">Secret</label>
          <input
            id="api-secret"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="tgs_…"
            aria-describedby="secret-hint"
          />
        </p>
        <p id="secret-hint" className="hint">
          Paste the secret of this key to copy examples that run. The page forgets it when you leave it; it is not
          shown, stored or sent.
        </p>
      </div>
    </details>
  );
}
