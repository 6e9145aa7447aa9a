import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/**
 * Handlers of a row that is opened by a click anywhere on it: links, buttons and fields in it keep their own meaning.
 */
export function useOpenRow() {
  const navigate = useNavigate();
  return (to: string) => ({
    onClick(event: MouseEvent) {
      if (isControl(event) || hasSelectedText()) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(to);
      else void navigate(to);
    },
    onAuxClick(event: MouseEvent) {
      if (event.button === 1 && !isControl(event)) window.open(to);
    },
  });
}

function isControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role=button]') !== null;
}

/** Selecting text to copy must not open the row. */
function hasSelectedText(): boolean {
  return window.getSelection()?.toString() !== '';
}
