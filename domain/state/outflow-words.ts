interface Explained {
  readonly statusReason: string | null;
  readonly statusWords: string | null;
}

/** A new explanation replaces the old one; otherwise the old one stays as long as its reason. */
export function wordsAfter(
  before: Explained,
  event: { readonly type: string; readonly words?: string | null },
  reason: string | null,
): string | null {
  const { words = null } = event;
  if (words !== null) return words.slice(0, MAX_WORDS_LENGTH);
  return reason === before.statusReason ? before.statusWords : null;
}

const MAX_WORDS_LENGTH = 500;

/** The message to operators when outgoing money needs them. */
export function operatorMessage(
  name: 'payout' | 'withdrawal',
  { status, statusReason: reason, statusWords: words }: Explained & { readonly status: string },
): string {
  const said = words === null ? '' : `: ${words}`;
  const why = reason === null ? '' : ` (${reason.replaceAll('_', ' ')}${said})`;
  return `The ${name} is ${status}${why} and needs an operator.`;
}
