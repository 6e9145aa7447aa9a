import type { ReadReview } from '../../domain/compliance/provider-news.ts';

/** The subject of a check, as the provider sees it. */
export interface Subject {
  /** Our name for it: asking twice with one makes one applicant. */
  readonly externalId: string;
  readonly kind: 'company' | 'individual';
  /** Of the business, or of the person. */
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly birthDate?: string;
  readonly nationality?: string;
  readonly registrationNumber?: string;
}

export interface SubjectDocument {
  readonly kind: string;
  readonly country: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks businesses and people. Every call can be repeated. A permanent refusal is a `ProviderRefusedError`; after any
 * other error, a retry makes sense.
 */
export interface VerificationProvider {
  /** @returns the provider's id of the applicant, also where there is one of this external id */
  createApplicant(subject: Subject): Promise<string>;
  /** @returns the provider's id of the document */
  addDocument(applicantId: string, document: SubjectDocument): Promise<string>;
  /** Asks for a check of what is there; a running one goes on. */
  requestCheck(applicantId: string): Promise<void>;
  readReview(applicantId: string): Promise<ReadReview>;
}

/** The provider would answer the same again: a person has to act. */
export class ProviderRefusedError extends Error {
  override readonly name = 'ProviderRefusedError';
}
