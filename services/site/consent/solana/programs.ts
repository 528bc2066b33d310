export const systemProgram = '11111111111111111111111111111111'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
export const associatedProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const oldMemoProgram = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'
export const budgetProgram = 'ComputeBudget111111111111111111111111111111'
export const lookupProgram = 'AddressLookupTab1e1111111111111111111111111'

export const tokenPrograms: ReadonlySet<string> = new Set([tokenProgram, token2022Program])

/** The names of programs that the wallet knows. */
export const programNames: { readonly [program: string]: string | undefined } = {
  [systemProgram]: 'System',
  [tokenProgram]: 'Token',
  [token2022Program]: 'Token-2022',
  [associatedProgram]: 'Associated Token Account',
  [memoProgram]: 'Memo',
  [oldMemoProgram]: 'Memo',
  [budgetProgram]: 'Compute Budget',
  [lookupProgram]: 'Address Lookup Table',
}
