import type { Page } from '../page.ts';
import { FrontFrame } from './frame.tsx';
import { PageText, Part } from './page-text.tsx';
import { Wide } from './wide.tsx';

/** Filled in by `api/routes/status.ts` from the health checks of the moment and of 90 days. */
export function statusPage(): Page {
  return {
    name: 'status',
    path: '/status',
    template: 'front',
    title: 'Status – Tidegate',
    description:
      'Whether the gateway works now and worked in the last 90 days, part by part, from its own health checks.',
    body: (
      <FrontFrame>
        <PageText
          title="__STATUS_SENTENCE__"
          lead="From the health checks of __STATUS_AT__. Reload the page to check again."
        >
          <Wide name="Parts">
            <table className="parts stack">
              <thead>
                <tr>
                  <th scope="col">Part</th>
                  <th scope="col">Now</th>
                  <th scope="col">Last 90 days</th>
                </tr>
              </thead>
              <tbody>{'__STATUS_PARTS__'}</tbody>
            </table>
          </Wide>
          <Part title="Days with trouble">{'__STATUS_TROUBLE__'}</Part>
          <Part title="What the words mean">
            <ul>
              <li>Delayed: payments are still accepted, and what waits is done as soon as the part is back.</li>
              <li>A payment that you sent while something was delayed is detected later. Do not send it again.</li>
              <li>
                The gateway checks itself every minute. A bar is a day in UTC, today at the right: full where the part
                worked, shorter from five minutes of trouble on, a dash where nothing was recorded.
              </li>
              <li>A minute that nobody could record counts as one in which our pages did not work.</li>
            </ul>
          </Part>
        </PageText>
      </FrontFrame>
    ),
  };
}
