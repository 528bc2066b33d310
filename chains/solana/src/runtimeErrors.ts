import type { FailedTransactionMetadata } from 'litesvm'

/** A transaction's error in the JSON form that Solana nodes use. */
export type RuntimeError = string | { readonly [name: string]: unknown }

// The order is that of the runtime's enums, by whose numbers litesvm names the errors.
const transactionErrors =
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction ProgramCacheHitMaxLimit CommitCancelled'.split(
    ' ',
  )
const instructionErrors =
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded BuiltinProgramsMustConsumeComputeUnits BorshIoError'.split(
    ' ',
  )

/** Converts litesvm's error to the form of a node's answer. */
export function runtimeErrorOf(failed: FailedTransactionMetadata): RuntimeError {
  const error = failed.err()
  if (typeof error === 'number') return transactionErrors[error] ?? `Unknown${error}`
  if ('err' in error) return { InstructionError: [error.index, instructionErrorOf(error.err())] }
  const name = error.constructor.name.replace('TransactionError', '')
  return 'accountIndex' in error ? { [name]: { account_index: error.accountIndex } } : { [name]: error.index }
}

function instructionErrorOf(error: unknown): unknown {
  if (typeof error === 'number') return instructionErrors[error] ?? 'GenericError'
  const { code } = error as { readonly code?: number }
  return code === undefined ? 'BorshIoError' : { Custom: code }
}

/** The sentence with which a node refuses a transaction in its preflight. */
export function preflightMessage(error: RuntimeError): string {
  if (error === 'SignatureFailure') return 'Transaction signature verification failure'
  return `Transaction simulation failed: ${sentenceOf(error)}`
}

const sentences: { readonly [error: string]: string | undefined } = {
  BlockhashNotFound: 'Blockhash not found',
  AlreadyProcessed: 'This transaction has already been processed',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  InsufficientFundsForFee: 'Insufficient funds for fee',
}

function sentenceOf(error: RuntimeError): string {
  if (typeof error === 'string') return sentences[error] ?? error
  const [index, inner] = (error.InstructionError ?? []) as [number?, unknown?]
  if (index === undefined) {
    const [name = ''] = Object.keys(error)
    const { account_index: account } = (error[name] ?? {}) as { readonly account_index?: number }
    return name === 'InsufficientFundsForRent'
      ? `Transaction results in an account (${account}) with insufficient funds for rent`
      : JSON.stringify(error)
  }
  const { Custom: code } = (inner ?? {}) as { readonly Custom?: number }
  const cause = code === undefined ? String(inner) : `custom program error: 0x${code.toString(16)}`
  return `Error processing Instruction ${index}: ${cause}`
}
