import { Contents } from '../front/contents.tsx';
import { FrontFrame } from '../front/frame.tsx';
import type { Page } from '../page.ts';
import { type Guide, readGuides } from './read-guides.ts';

/** The guides for developers, each at its address below `/developers`. */
export async function guidePages(): Promise<Page[]> {
  return (await readGuides()).map(guidePage);
}

function guidePage({ path, markdown, title, about, html, sections }: Guide): Page {
  return {
    name: path.slice(1).replaceAll('/', '-'),
    path,
    template: 'guide',
    title: `Developers: ${title} – Tidegate`,
    description: shortened(about),
    body: (
      <FrontFrame section="/developers">
        <div className="wrap reading">
          <Contents sections={sections} />
          <article className="column">
            <p className="meta">
              <a href="/developers">Developers</a> · <a href={markdown}>as Markdown</a>
            </p>
            <h1>{title}</h1>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: of our own Markdown, in which HTML is text */}
            <div className="text" dangerouslySetInnerHTML={{ __html: html }} />
          </article>
        </div>
      </FrontFrame>
    ),
  };
}

/** As much as search engines show, to the end of a word. */
function shortened(text: string): string {
  if (text.length <= 160) return text;
  const start = text.slice(0, 158);
  return `${start.slice(0, start.lastIndexOf(' '))} …`;
}
