// The script of pages with code to copy: without it, they have no buttons.

for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => void copy(button));
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const code = button.closest('figure')?.querySelector('pre')?.textContent ?? '';
  await navigator.clipboard.writeText(code);
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}
