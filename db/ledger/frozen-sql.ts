/**
 * Whether outgoing money of the account row `a` is stopped: by a cause of its own, or, where the account is a balance
 * that must cover what leaves, with all others because the books are in doubt. That row is read once for a statement;
 * one that is not there would be nobody's decision.
 */
export const frozenSql = `(a.frozen_at IS NOT NULL OR (NOT a.may_go_negative AND NOT EXISTS (SELECT FROM books_freeze WHERE since IS NULL)))`;
