import type { Entry } from './chain.js'
import { toBase58, toEncoded } from './codecs.js'
import { instructionsOf, type Message } from './transactions.js'

/** A node's answer to `getTransaction`; `null` where it has none. */
export function transactionJson(entry: Entry | undefined, encoding: string) {
  const detail = entry?.detail
  if (entry === undefined || detail === undefined) return null
  const { read, logs, units, before, after, tokensBefore, tokensAfter, fee } = detail
  return {
    slot: Number(entry.slot),
    blockTime: entry.time,
    version: read.message.version,
    transaction:
      encoding === 'base64' || encoding === 'base58'
        ? toEncoded(read.bytes, encoding)
        : { signatures: read.signatures, message: messageJson(read.message) },
    meta: {
      err: entry.error,
      status: entry.error === null ? { Ok: null } : { Err: entry.error },
      fee: Number(fee),
      computeUnitsConsumed: Number(units),
      logMessages: logs,
      preBalances: before,
      postBalances: after,
      innerInstructions: [],
      preTokenBalances: tokensBefore,
      postTokenBalances: tokensAfter,
      loadedAddresses: { readonly: [], writable: [] },
      rewards: [],
    },
  }
}

function messageJson(message: Message) {
  const { header, staticAccounts, lifetimeToken } = message
  return {
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    accountKeys: staticAccounts,
    recentBlockhash: lifetimeToken,
    instructions: instructionsOf(message).map(({ programAddressIndex, accountIndices, data }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices ?? [],
      data: toBase58(data ?? new Uint8Array()),
      stackHeight: null,
    })),
    ...(message.version === 0 ? { addressTableLookups: [] } : {}),
  }
}
