/**
 * Checks that a wallet's message states a refusal by its user, and nothing else. A sentence must begin with the user
 * ("User rejected the request."), or end with them ("Request was cancelled by the user"). A refusal by a policy, an
 * account or a user operation (ERC-4337) does not count: a node sends such messages after the wallet has sent.
 */
export function personRefused(words: string): boolean {
  return refusal.test(words)
}

const refusal =
  /(^|[.:!]\s*)(the )?user (has )?(reject|den(y|ie)|declin|cancel|disapprov)\w*\b|\b(reject|deni|declin|cancel)\w* by (the )?user(?=\s*($|[.!"']))/i
