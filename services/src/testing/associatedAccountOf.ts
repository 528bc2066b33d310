import { PublicKey } from '@solana/web3.js'

const program = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const plainTokens = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

/** The associated token account of an owner, as Solana's own library computes it. */
export function associatedAccountOf(owner: string, mint: string, tokenProgram = plainTokens): string {
  const seeds = [owner, tokenProgram, mint].map((one) => new PublicKey(one).toBuffer())
  return PublicKey.findProgramAddressSync(seeds, program)[0].toBase58()
}
