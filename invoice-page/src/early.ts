/**
 * Keeps what a payer clicks and types on the drawn page while its script is still coming, and hands it over once the
 * page answers. Only the last click counts, and only if its button is still there with the same words on the same
 * screen: nobody must confirm anything else than what was seen. Imports nothing, so that it is one small file.
 */
const page = document.documentElement;
const typed = new Map<EventTarget, { readonly value: string; readonly checked: boolean }>();
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
  const { value, checked } = target as HTMLInputElement;
  if (target !== null) typed.set(target, { value, checked });
}

const watch = new MutationObserver(() => void handOver());

/** One by one, each once the page has drawn the one before: drawing sets fields back to the values that it knows. */
async function handOver(): Promise<void> {
  if (page.dataset.live === undefined) return;
  watch.disconnect();
  removeEventListener('click', keepClick, true);
  removeEventListener('input', keepText, true);
  for (const [field, entered] of typed) {
    Object.assign(field, entered);
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
    await drawn();
  }
  if (clicked === undefined) return;
  const { button, words } = clicked;
  await drawn();
  button.removeAttribute('data-early');
  if (button.isConnected && words === wordsOf(button)) button.click();
}

const drawn = () => new Promise((resolve) => setTimeout(resolve));

if (page.dataset.live === undefined) {
  watch.observe(page, { attributes: true });
  addEventListener('click', keepClick, true);
  addEventListener('input', keepText, true);
}
