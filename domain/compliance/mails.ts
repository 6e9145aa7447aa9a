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
  verification_suspended: Case;
  verification_declined: { readonly company: string; readonly words: string };
  verification_approved: Case;
  verification_expired: Case;
}
