/**
 * Keeps what a payer clicks and types on the drawn page while its script is still coming, and hands it over once the
 * page answers. Only the last click counts, and only if its button is still there with the same words on the same
 * screen: nobody must confirm anything else than what was seen. Imports nothing, so that it is one small file.
 */
const page = document.documentElement;
const typed = new Set<EventTarget>();
let clicked: { readonly button: HTMLButtonElement; readonly words: string } | undefined;

/** The screen by its heading, and the button, which names coin and amount. */
const wordsOf = (button: HTMLButtonElement): string =>
  `${document.getElementById('title')?.textContent}\n${button.textContent}`;

function keepClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>('#root button') : null;
  if (button === null) return;
  // A form that the browser sent itself would load the page again, without what was typed.
  event.preventDefault();
  clicked?.button.removeAttribute('data-early');
  clicked = { button, words: wordsOf(button) };
  button.dataset.early = '';
}

function keepText({ target }: Event): void {
  if (target !== null) typed.add(target);
}

const watch = new MutationObserver(handOver);

function handOver(): void {
  if (page.dataset.live === undefined) return;
  watch.disconnect();
  removeEventListener('click', keepClick, true);
  removeEventListener('input', keepText, true);
  for (const field of typed)
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  if (clicked === undefined) return;
  const { button, words } = clicked;
  button.removeAttribute('data-early');
  // Once the page has drawn what was typed.
  setTimeout(() => {
    if (button.isConnected && words === wordsOf(button)) button.click();
  });
}

if (page.dataset.live === undefined) {
  watch.observe(page, { attributes: true });
  addEventListener('click', keepClick, true);
  addEventListener('input', keepText, true);
}
