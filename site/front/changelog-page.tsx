import type { Page } from '../page.ts';
import type { Changelog } from './changelog.ts';
import { Contents } from './contents.tsx';
import { FrontFrame } from './frame.tsx';

export function changelogPage(changelog: Changelog | undefined): Page {
  return {
    name: 'changelog',
    path: '/changelog',
    template: 'front',
    title: 'Changelog – Tidegate',
    description:
      'What changed in each release of the gateway: added, changed, corrected and removed, with what you have to do.',
    body: (
      <FrontFrame>
        <div className="wrap reading">
          <Contents sections={changelog?.versions ?? []} />
          <article className="column">
            <h1>What changed, release by release</h1>
            {changelog === undefined ? (
              <p className="text">No release has been published yet.</p>
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: made of our own Markdown, in which HTML is text
              <div className="text" dangerouslySetInnerHTML={{ __html: changelog.html }} />
            )}
          </article>
        </div>
      </FrontFrame>
    ),
  };
}
