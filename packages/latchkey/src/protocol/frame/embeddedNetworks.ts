/** The chain families on which an embedded wallet has an account. */
export const embeddedFamilies = ['eip155', 'solana'] as const
