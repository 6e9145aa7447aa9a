import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';
import { Wide } from './wide.tsx';

/** Filled in by `api/routes/status.ts` from the health checks of the moment. No history is kept, so none is shown. */
export function statusPage(): Page {
  return {
    ...{ name: 'status', path: '/status', template: 'front' },
    title: 'Status – Tidegate',
    description: 'Whether the gateway works right now, part by part, from its own health checks.',
    body: (
      <FrontFrame>
        <PageText
          title="__STATUS_SENTENCE__"
          lead="From the health checks of __STATUS_AT__. Reload the page to check again."
        >
          <Wide name="Parts">
            <table className="parts">
              <thead>
                <tr>
                  <th scope="col">Part</th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>{'__STATUS_PARTS__'}</tbody>
            </table>
          </Wide>
          <Part title="What the words mean">
            <ul>
              <li>Delayed: payments are still accepted, and what waits is done as soon as the part is back.</li>
              <li>A payment that you sent while something was delayed is detected later. Do not send it again.</li>
              <li>This page shows the present only. The gateway keeps no public history of its states.</li>
            </ul>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}
