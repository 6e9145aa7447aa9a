import { LANGUAGES } from '../../domain/languages.ts';
import { FrontFrame } from '../front/frame.tsx';
import type { Page } from '../page.ts';
import type { VerifyWords } from './verify-words.ts';
import { verifyWords } from './words.ts';

/**
 * `/verify` in each language: whether a document is ours and unchanged. QR codes lead here, so people who read
 * documents in seven languages do. Each page is there twice, as the legal documents are.
 */
export async function verifyPages(): Promise<Page[]> {
  const pages = await Promise.all(
    LANGUAGES.map(async (language) => {
      const words = await verifyWords(language);
      return [false, true].map(
        (isBare): Page => ({
          name: `${isBare ? 'bare-' : ''}verify-${language}`,
          template: 'verify',
          language,
          translationOf: '/verify',
          title: `${words.title} – Tidegate`,
          description: words.description,
          body: <VerifyPage words={words} isBare={isBare} />,
        }),
      );
    }),
  );
  return pages.flat();
}

function VerifyPage({ words, isBare }: { readonly words: VerifyWords; readonly isBare: boolean }) {
  return (
    <FrontFrame isBare={isBare}>
      <div className="wrap column">
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
          <button className="btn" type="submit">
            {words.submit}
          </button>
        </form>
        <section id="verdict" aria-live="polite" className="verdict" />
        <noscript>
          <p className="note">{words.noScript}</p>
        </noscript>
        <section className="how">
          <h2>{words.whatIsChecked}</h2>
          <p>{words.howItWorks}</p>
        </section>
      </div>
    </FrontFrame>
  );
}
