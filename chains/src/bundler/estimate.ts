import { concatHex, type Hex, toHex } from 'viem'
import { estimateGas } from 'viem/actions'
import { accountContracts } from '../accountContracts.js'
import { BundlerFailure } from './BundlerFailure.js'
import type { Machine } from './createBundler.js'
import type { ReadOperation } from './UserOperation.js'

/** Estimates the limits of an operation (ERC-7769 "eth_estimateUserOperationGas"). */
export async function estimate(
  { client }: Machine,
  { operation, authorization }: ReadOperation,
  overrides: unknown,
) {
  const { sender, callData, paymaster } = operation
  const code = authorization && concatHex(['0xef0100', authorization.address])
  const own = (overrides as { readonly [address: string]: { readonly code?: Hex } } | undefined)?.[sender]
    ?.code
  const stateOverride = [...((code ?? own) ? [{ address: sender, code: code ?? own }] : [])] as {
    address: Hex
    code: Hex
  }[]
  const call = { account: accountContracts.entryPoint, to: sender, data: callData, stateOverride }
  const gas = await estimateGas(client, call).catch((error: unknown) => {
    throw new BundlerFailure(-32521, `execution reverted: ${shortOf(error)}`)
  })
  return {
    callGasLimit: toHex((gas * 12n) / 10n),
    verificationGasLimit: toHex(200_000n),
    preVerificationGas: toHex(60_000n + BigInt(callData.length) * 8n + (authorization ? 37_500n : 0n)),
    ...(paymaster === undefined
      ? {}
      : { paymasterVerificationGasLimit: toHex(100_000n), paymasterPostOpGasLimit: '0x0' }),
  }
}

export function shortOf(error: unknown): string {
  const { shortMessage, message } = error as { readonly shortMessage?: string; readonly message?: string }
  return (shortMessage ?? message ?? String(error)).slice(0, 300)
}
