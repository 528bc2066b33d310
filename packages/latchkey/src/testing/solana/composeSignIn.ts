/** The input of `solana:signIn`. */
export type SignInParts = {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** The chains that a wallet knows: clusters, with or without the family before them. */
const chains = ['mainnet', 'testnet', 'devnet', 'localnet'].flatMap((name) => [name, `solana:${name}`])

/**
 * Composes the text that a wallet signs for `solana:signIn`, by the rules of Sign in with Solana.
 *
 * @throws For parts that a wallet refuses before it asks anybody.
 */
export function composeSignIn(parts: SignInParts): string {
  const { chainId, version } = parts
  if (chainId !== undefined && !chains.includes(chainId)) throw new Error(`no chain of Solana: ${chainId}`)
  if (version !== undefined && version !== '1') throw new Error(`no version: ${version}`)
  const { domain, address, statement, resources } = parts
  const fields = [
    ['URI', parts.uri],
    ['Version', parts.version],
    ['Chain ID', parts.chainId],
    ['Nonce', parts.nonce],
    ['Issued At', parts.issuedAt],
    ['Expiration Time', parts.expirationTime],
    ['Not Before', parts.notBefore],
    ['Request ID', parts.requestId],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  const list = resources === undefined ? [] : ['Resources:', ...resources.map((one) => `- ${one}`)]
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  const body = [...fields, ...list].join('\n')
  return [head, ...(statement === undefined ? [] : [statement]), ...(body === '' ? [] : [body])].join('\n\n')
}
