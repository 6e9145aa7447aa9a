import type { Page } from '../page.ts';
import { highlighted } from '../reference/code.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';
import type { Quickstart } from './quickstarts.ts';
import { SNIPPETS, type Snippet } from './snippets.ts';
import { Wide } from './wide.tsx';

/** `/developers`: three pieces of code in tabs that need no script. */
export function developersPage(quickstarts: readonly Quickstart[]): Page {
  return {
    ...{ name: 'developers', path: '/developers', template: 'front' },
    title: 'Developers – Tidegate',
    description:
      'Create an invoice, pay it in the sandbox and verify a webhook: three pieces of code that run as they are printed.',
    body: (
      <FrontFrame section="/developers">
        <PageText
          title="Copy, run, and see a payment arrive"
          lead="Three pieces of code, run by our tests exactly as they are printed here. All you need is a sandbox and a token."
        >
          <fieldset className="tabs">
            <legend className="unseen">Pieces of code</legend>
            {SNIPPETS.map(({ id, title }, at) => (
              <label key={id}>
                <input type="radio" name="snippet" value={id} id={`snippet-${id}`} defaultChecked={at === 0} />
                {title}
              </label>
            ))}
            {SNIPPETS.map((snippet) => (
              <SnippetPanel key={snippet.id} snippet={snippet} />
            ))}
          </fieldset>
          <Part title="Before the first call">
            <ol>
              <li>
                <a href="/auth/sign-up">Open a sandbox</a>. It needs an email address.
              </li>
              <li>
                <a href="/support/articles/create-an-api-token">Create a token</a> and copy its secret, which is shown
                once.
              </li>
              <li>Copy the notification key of your profile, with which webhooks are signed.</li>
            </ol>
          </Part>
          <Part title="Quickstarts">
            <p>From nothing to a shipped order in ten minutes, run by our tests as they are printed:</p>
            <ul>
              {quickstarts.map(({ path, title, about }) => (
                <li key={path}>
                  <a href={path}>{title}</a>: {about}
                </li>
              ))}
            </ul>
          </Part>
          <RelyAndReadOn />
        </PageText>
      </FrontFrame>
    ),
  };
}

function RelyAndReadOn() {
  return (
    <>
      <Part title="What you can rely on">
        <ul>
          <li>An idempotency key makes every call that creates something safe to repeat.</li>
          <li>Errors have a code for programs, a message for people, and the fields that are wrong.</li>
          <li>
            Webhooks arrive at least once and are sent again for three days. What you missed is in the list of events.
          </li>
          <li>Amounts are strings with all decimals, never floating-point numbers.</li>
        </ul>
      </Part>
      <Part title="Read on">
        <ul>
          <li>
            <a href="/docs/api">API reference</a>, with your sandbox key filled in, and its{' '}
            <a href="/docs/openapi.public.json">OpenAPI description</a>
          </li>
          <li>
            <a href="/blog/webhooks-done-right">Webhooks done right</a>
          </li>
          <li>
            <a href="/blog/idempotency-keys">Idempotency keys</a>
          </li>
          <li>
            <a href="/changelog">Changelog</a>
          </li>
        </ul>
      </Part>
    </>
  );
}

function SnippetPanel({ snippet: { id, title, about, code, grammar } }: { readonly snippet: Snippet }) {
  return (
    <section className={`panel ${id}`} aria-label={title}>
      <p>{about}</p>
      <Wide name={`Code: ${title}`}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, escaped by the highlighter */}
        <pre dangerouslySetInnerHTML={{ __html: highlighted(code, grammar) }} />
      </Wide>
    </section>
  );
}
