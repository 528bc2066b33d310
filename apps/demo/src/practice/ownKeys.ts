import type { LedgerFamily } from '../settings.js'

// Keys of accounts that the local ledgers fund. They are public: never hold anything of value with them.

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const filled = (byte: number) => new Uint8Array(32).fill(byte)

/** The first accounts of the development phrase: m/44'/501'/n'/0'. */
const solana = [
  hex('a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72'),
  hex('3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61'),
  hex('8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e'),
  hex('f55bf85006beb673056861062dd8f8d8ff0bb63dd61d45f86fe438bf6e442abb'),
]
const bip122 = [filled(1), filled(2), filled(3), filled(4)]

/** The key of a person's account, by the person's number. */
export function keyOf(family: Exclude<LedgerFamily, 'polkadot'>, person: number): Uint8Array {
  return { solana, bip122 }[family][person] ?? filled(1)
}

/** The derivation path of a person's account below Substrate's development phrase. */
export const pathOf = (person: number) =>
  ['//Visitor', '//Marlow', '//Saffron', '//Third'][person] ?? '//Visitor'
