import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../domain/languages.ts';
import type { Page } from '../page.ts';
import type { VerifyWords } from './verify-words.ts';
import { verifyWords } from './words.ts';

/**
 * `/verify` in each language: whether a document is ours and unchanged. QR codes lead here, so people who read
 * documents in seven languages do.
 */
export function verifyPages(): Promise<Page[]> {
  return Promise.all(
    LANGUAGES.map(async (language) => {
      const words = await verifyWords(language);
      return {
        name: `verify-${language}`,
        language,
        title: `${words.title} – Tidegate`,
        description: words.description,
        body: <VerifyPage language={language} words={words} />,
      };
    }),
  );
}

function VerifyPage({ language, words }: { readonly language: Language; readonly words: VerifyWords }) {
  return (
    <>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <header className="bar">
        <span className="brand">Tidegate</span>
        <nav className="documents" aria-label={words.languages}>
          {LANGUAGES.map((each) => (
            <a
              key={each}
              href={`/verify?lang=${each}`}
              hrefLang={each}
              lang={each}
              aria-current={each === language ? 'page' : undefined}
            >
              {LANGUAGE_NAMES[each]}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1} className="legal">
        <h1>{words.title}</h1>
        <p className="lead">{words.lead}</p>
        <form id="verify" className="verify">
          <label htmlFor="verify-file">{words.file}</label>
          <div className="drop">
            <p id="verify-file-hint">{words.fileHint}</p>
            <input id="verify-file" type="file" accept="application/pdf,.pdf" aria-describedby="verify-file-hint" />
          </div>
          <label htmlFor="verify-proof">{words.code}</label>
          <textarea id="verify-proof" rows={4} spellCheck={false} autoComplete="off" />
          <button type="submit">{words.submit}</button>
        </form>
        <section id="verdict" aria-live="polite" className="verdict" />
        <noscript>
          <p className="note">{words.noScript}</p>
        </noscript>
        <h2>{words.whatIsChecked}</h2>
        <p>{words.howItWorks}</p>
      </main>
    </>
  );
}
