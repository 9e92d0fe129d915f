// The public key that licences are checked with; `scripts/licence-key.mjs` makes a new pair.

/** Ed25519, DER (SubjectPublicKeyInfo) in base64. */
export const LICENCE_PUBLIC_KEY = 'MCowBQYDK2VwAyEA5jgm2LjoRcPhWkwjWIW58yuinGqJ8a1UHRa0WEPf4kM=';
