import { type Address, address } from '@solana/kit'

export const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
/** Token-2022. */
const extendedTokenProgram = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const computeBudgetProgram = address('ComputeBudget111111111111111111111111111111')

export const tokenPrograms: readonly Address[] = [tokenProgram, extendedTokenProgram]
