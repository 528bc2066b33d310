import { type Address, isOffCurveAddress } from '@solana/kit'
import type { Transfers } from '../../core/transfers.js'
import { accountError } from '../../protocol/accountErrors.js'
import { systemProgram } from './instructions.js'
import { type Ask, firmNodesOf, nodesOf, readAccount } from './nodes.js'
import { isTokenProgram, readMint, readSymbol } from './tokens.js'

/**
 * Refuses token accounts, mints and programs as recipients: what they get is lost.
 *
 * @see Transfers.facts
 */
export const transferFacts: Transfers['facts'] = async ({ network, to, tokenAddress }) => {
  const ask = firmNodesOf(network)
  const [kind, token] = await Promise.all([
    kindOf(ask, to),
    tokenAddress === undefined ? undefined : readToken(ask, tokenAddress),
  ])
  if (kind === 'dead') throw accountError('TRANSFER_REFUSED')
  return {
    isContract: kind !== 'key',
    ...(kind === 'key' ? {} : { isKeyless: true }),
    ...(token === undefined ? {} : { token }),
  }
}

/** How a token counts, and what its maker calls it. */
async function readToken(ask: Ask, address: string) {
  const mint = await readMint(ask, address)
  return { decimals: mint.token.decimals, symbol: await readSymbol(ask, mint) }
}

/** @see Transfers.isContract */
export const isContract: Transfers['isContract'] = async ({ network, address }) =>
  (await kindOf(nodesOf(network), address)) !== 'key'

/**
 * Whom an address belongs to: a key; a program, such as an address that no key can have; or nobody who could give
 * anything back (a token account, a token, or a program itself).
 */
async function kindOf(ask: Ask, address: string): Promise<'key' | 'program' | 'dead'> {
  const account = await readAccount(ask, address)
  if (account?.executable || isTokenProgram(account?.owner)) return 'dead'
  if (isOffCurveAddress(address as Address)) return 'program'
  return account === null || account.owner === systemProgram ? 'key' : 'program'
}
