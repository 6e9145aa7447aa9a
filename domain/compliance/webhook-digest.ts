/** Headers of a webhook of the verification provider. */
export const DIGEST_HEADER = 'x-payload-digest';
export const DIGEST_ALGORITHM_HEADER = 'x-payload-digest-alg';

/** The one algorithm that is taken: SHA-1 is offered too, and is no proof any more. */
export const DIGEST_ALGORITHM = 'HMAC_SHA256_HEX';
