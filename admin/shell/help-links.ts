import { useEffect, useState } from 'react';

/** A help article of the site. */
export interface HelpArticle {
  readonly path: string;
  readonly title: string;
}

/** More would be a list of their own: the site has it. */
const MOST = 8;

type ByScreen = Readonly<Record<string, readonly HelpArticle[]>>;

let loading: Promise<ByScreen> | undefined;

/** The articles about a screen: those of its own path, else of the nearest one above it. */
export function articlesFor(byScreen: ByScreen, pathname: string): readonly HelpArticle[] {
  const above = pathname.split('/').map((_part, at, parts) => parts.slice(0, parts.length - at).join('/'));
  const found = above.map((path) => byScreen[path]).find((articles) => articles !== undefined) ?? [];
  return found.slice(0, MOST);
}

/** The help articles about the screen, once somebody looks for help; none where the gateway has no site. */
export function useHelpArticles(pathname: string, isNeeded: boolean): readonly HelpArticle[] {
  const [byScreen, setByScreen] = useState<ByScreen>({});
  useEffect(() => {
    if (!isNeeded) return;
    loading ??= load();
    void loading.then(setByScreen);
  }, [isNeeded]);
  return articlesFor(byScreen, pathname);
}

async function load(): Promise<ByScreen> {
  try {
    const answer = await fetch('/help-by-screen.json');
    if (answer.ok) return (await answer.json()) as ByScreen;
  } catch {
    // Help is no reason to report an error; it is looked for again the next time.
  }
  loading = undefined;
  return {};
}
