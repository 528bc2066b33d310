import { privateKeyOf } from '@latchkey/chain-solana'
import { scriptedSolanaWallet } from 'latchkey/testing'
import type { SolanaRequest } from './announceSolana.js'

/** Signs a request with the visitor's key, as an honest wallet does. */
export async function signSolana({ transaction = [] }: SolanaRequest): Promise<Uint8Array> {
  const { wallet } = scriptedSolanaWallet({ secret: privateKeyOf(0) })
  const { accounts } = await wallet.features['standard:connect'].connect()
  const { 'solana:signTransaction': feature } = wallet.features as unknown as Signing
  const input = { account: accounts[0], transaction: Uint8Array.from(transaction), chain: 'solana:localnet' }
  const [answer] = await feature.signTransaction(input)
  return answer?.signedTransaction ?? new Uint8Array()
}

type Signing = {
  readonly 'solana:signTransaction': {
    signTransaction(input: object): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  }
}
