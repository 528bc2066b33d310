import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createMintToInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import type { Chain } from './chain.js'
import { privateKeyOf } from './people.js'
import { readTransaction } from './transactions.js'

const keyOf = (index: number) => Keypair.fromSeed(privateKeyOf(index))
/** The people's index of the deployer, who creates the mints. */
const deployerIndex = 8

/** A mint of the ledger; its address is the same each time. */
export type Mint = {
  readonly address: string
  readonly decimals: number
  /** What Token-2022 withholds of each transfer: hundredths of a percent, and at most so many base units. */
  readonly transferFee?: { readonly basisPoints: number; readonly most: bigint }
}

/** The tokens of the ledger: one of SPL Token, and one of Token-2022 that charges for transfers. */
export const mints = {
  coin: { address: keyOf(100).publicKey.toBase58(), decimals: 6 },
  charging: {
    address: keyOf(101).publicKey.toBase58(),
    decimals: 2,
    transferFee: { basisPoints: 150, most: 500n },
  },
} as const satisfies { readonly [name: string]: Mint }

/** Creates a mint, and gives each owner so many base units. */
export function createMint(
  chain: Chain,
  mint: Mint,
  index: number,
  owners: readonly { readonly owner: PublicKey; readonly units: bigint }[],
) {
  const payer = keyOf(deployerIndex)
  const key = keyOf(index)
  const { transferFee } = mint
  const programId = transferFee === undefined ? TOKEN_PROGRAM_ID : TOKEN_2022_PROGRAM_ID
  const space = getMintLen(transferFee === undefined ? [] : [ExtensionType.TransferFeeConfig])
  const authority = payer.publicKey
  put(
    chain,
    [payer, key],
    [
      SystemProgram.createAccount({
        fromPubkey: payer.publicKey,
        newAccountPubkey: key.publicKey,
        space,
        lamports: Number(chain.rentOf(BigInt(space))),
        programId,
      }),
      ...(transferFee === undefined
        ? []
        : [
            createInitializeTransferFeeConfigInstruction(
              key.publicKey,
              authority,
              authority,
              transferFee.basisPoints,
              transferFee.most,
              programId,
            ),
          ]),
      createInitializeMint2Instruction(key.publicKey, mint.decimals, authority, null, programId),
    ],
  )
  for (const { owner, units } of owners) {
    const account = getAssociatedTokenAddressSync(key.publicKey, owner, true, programId)
    put(
      chain,
      [payer],
      [
        createAssociatedTokenAccountIdempotentInstruction(
          payer.publicKey,
          account,
          owner,
          key.publicKey,
          programId,
        ),
        createMintToInstruction(key.publicKey, account, authority, units, [], programId),
      ],
    )
  }
}

function put(
  chain: Chain,
  signers: readonly [Keypair, ...Keypair[]],
  instructions: readonly TransactionInstruction[],
) {
  const { blockhash, lastValid } = chain.latestBlockhash()
  const transaction = new Transaction({
    feePayer: signers[0].publicKey,
    blockhash,
    lastValidBlockHeight: Number(lastValid),
  }).add(...instructions)
  transaction.sign(...signers)
  const signature = chain.send(readTransaction(transaction.serialize().toString('base64'), 'base64'), true)
  const error = chain.entry(signature)?.error
  if (error !== null) throw new Error(`The ledger could not be prepared: ${JSON.stringify(error)}`)
}
