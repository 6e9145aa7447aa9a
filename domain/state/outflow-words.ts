interface Explained {
  readonly reason: string | null;
  readonly words: string | null;
}

/** A new explanation replaces the old one; otherwise the old one stays as long as its reason. */
export function wordsAfter(
  before: Explained,
  event: { readonly type: string; readonly words?: string | null },
  reason: string | null,
): string | null {
  const { words = null } = event;
  if (words !== null) return words.slice(0, MAX_WORDS_LENGTH);
  return reason === before.reason ? before.words : null;
}

const MAX_WORDS_LENGTH = 500;

/** The message to operators when outgoing money needs them. */
export function operatorMessage(
  name: 'payout' | 'withdrawal',
  { status, reason, words }: Explained & { readonly status: string },
): string {
  const said = words === null ? '' : `: ${words}`;
  const why = reason === null ? '' : ` (${reason.replaceAll('_', ' ')}${said})`;
  return `The ${name} is ${status}${why} and needs an operator.`;
}
