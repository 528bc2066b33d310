import { type Address, isOffCurveAddress } from '@solana/kit'
import type { Transfers } from '../../core/transfers.js'
import { systemProgram } from './instructions.js'
import { type Ask, firmNodesOf, nodesOf, readAccount } from './nodes.js'
import { readMint } from './tokens.js'

/** @see Transfers.facts */
export const transferFacts: Transfers['facts'] = async ({ network, to, tokenAddress }) => {
  const ask = firmNodesOf(network)
  const [isProgram, mint] = await Promise.all([
    isOfProgram(ask, to),
    tokenAddress === undefined ? undefined : readMint(ask, tokenAddress),
  ])
  return { isContract: isProgram, ...(mint === undefined ? {} : { token: { decimals: mint.decimals } }) }
}

/** @see Transfers.isContract */
export const isContract: Transfers['isContract'] = ({ network, address }) =>
  isOfProgram(nodesOf(network), address)

/**
 * Whether an address belongs to a program, not to a key: a program itself, a token or other account of one, or an
 * address that no key can have.
 */
async function isOfProgram(ask: Ask, address: string): Promise<boolean> {
  if (isOffCurveAddress(address as Address)) return true
  const account = await readAccount(ask, address)
  return account !== null && (account.executable || account.owner !== systemProgram)
}
