interface Case {
  readonly company: string;
  /** The verification screen. */
  readonly url: string;
}

/** Mails about the way to production, to the admins of the merchant. */
export interface VerificationMails {
  verification_reminder: Case & { readonly until: string };
  verification_more: Case & { readonly until: string; readonly words: string };
  verification_renewal: Case & { readonly until: string; readonly words: string };
  /** A requested answer did not come in time. */
  verification_suspended: Case;
  /** By the team, or restricted by it: neutral words, the reason is on the screen alone. */
  verification_suspended_by_staff: Case;
  verification_restricted: Case;
  verification_declined: { readonly company: string; readonly words: string };
  verification_approved: Case;
  verification_expired: Case;
}
