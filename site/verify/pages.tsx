import type { Page } from '../page.ts';

/** `/verify`: whether a document is ours and unchanged. Its QR code leads here. */
export function verifyPages(): Page[] {
  return [
    {
      name: 'verify',
      title: 'Verify a document – Tidegate',
      description: 'Check whether a statement, invoice, receipt or confirmation is genuine and unchanged.',
      body: <VerifyPage />,
    },
  ];
}

function VerifyPage() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <span className="brand">Tidegate</span>
      </header>
      <main id="main" tabIndex={-1} className="legal">
        <h1>Verify a document</h1>
        <p className="lead">
          For statements, invoices, receipts and confirmations. The file stays on your device: only the signed facts
          that it contains are sent.
        </p>
        <form id="verify" className="verify">
          <label htmlFor="verify-file">PDF file</label>
          <input id="verify-file" type="file" accept="application/pdf,.pdf" />
          <label htmlFor="verify-proof">Or the link or code of the document</label>
          <textarea id="verify-proof" rows={4} spellCheck={false} autoComplete="off" />
          <button type="submit">Verify</button>
        </form>
        <section id="verdict" aria-live="polite" className="verdict" />
        <noscript>
          <p className="note">This page needs JavaScript. You can also send the proof to POST /verify yourself.</p>
        </noscript>
        <h2>What is checked</h2>
        <p>
          Each document contains its facts, such as amounts and dates, with a signature. A genuine file is exactly as we
          issued it. If you only have a printout, scan its code and compare the facts shown here with the paper.
        </p>
      </main>
    </>
  );
}
