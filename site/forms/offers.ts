interface Offer {
  readonly path: string;
  readonly title: string;
}

const PAUSE_MS = 400;
const MIN_LENGTH = 4;

/**
 * Offers articles that share words with the subject, in the page's own place for them. Without an answer nothing is
 * shown: the form does not depend on it.
 *
 * @param whenReleased lets the change wait while somebody presses a button that it would move
 */
export function offerArticles(form: HTMLFormElement, whenReleased: (work: () => void) => void): void {
  const place = form.querySelector<HTMLElement>('[data-offers]');
  const subject = form.querySelector<HTMLInputElement>('input[name="subject"]');
  if (place === null || subject === null) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = '';
  const look = async () => {
    const words = subject.value.trim();
    if (words === asked) return;
    asked = words;
    const offers = words.length < MIN_LENGTH ? [] : await offersFor(words).catch(() => []);
    // Somebody has typed on meanwhile: the later answer counts.
    if (words === asked) whenReleased(() => show(place, offers));
  };
  subject.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), PAUSE_MS);
  });
}

async function offersFor(words: string): Promise<readonly Offer[]> {
  const answer = await fetch(`/support/articles/offers.json?${new URLSearchParams({ q: words })}`);
  if (!answer.ok) return [];
  return ((await answer.json()) as { data: readonly Offer[] }).data;
}

function show(place: HTMLElement, offers: readonly Offer[]): void {
  const [lead, list] = place.children;
  if (lead === undefined || list === undefined) return;
  list.replaceChildren(
    ...offers.map(({ path, title }) => {
      const link = Object.assign(document.createElement('a'), { href: path, textContent: title, target: '_blank' });
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  place.toggleAttribute('data-empty', offers.length === 0);
}
