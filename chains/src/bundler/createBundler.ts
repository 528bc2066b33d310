import { type Client, createClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { accountContracts } from '../accountContracts.js'
import { contracts } from '../contracts.js'
import { createAsk } from '../rpc.js'
import { BundlerFailure } from './BundlerFailure.js'
import { estimate } from './estimate.js'
import { findOperation, receiptOf } from './findOperation.js'
import { sendOperation } from './sendOperation.js'
import { readOperation, type WireOperation } from './UserOperation.js'

/** Answers a method of a bundler (ERC-7769) or of a paymaster (ERC-7677). */
export type Bundler = (method: string, params: readonly unknown[]) => Promise<unknown>

/** What the methods need. */
export type Machine = {
  readonly client: Client
  readonly executor: ReturnType<typeof privateKeyToAccount>
  readonly chainId: number
}

/**
 * A bundler for a local chain: it sends each operation at once, in a transaction of its own, and also answers as a
 * paymaster that pays for every operation.
 *
 * It checks operations only by simulating them; bundlers for others also limit what their validation may read.
 *
 * @param rpcUrl An anvil node with the contracts of `deployAll`.
 */
export function createBundler(rpcUrl: string): Bundler {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 50 })
  const machine = start(rpcUrl, client)
  // One after the other, so that the executor's transactions have consecutive nonces.
  let last: Promise<unknown> = Promise.resolve()

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const ready = await machine
    switch (method) {
      case 'eth_chainId':
        return `0x${ready.chainId.toString(16)}`
      case 'eth_supportedEntryPoints':
        return [accountContracts.entryPoint]
      case 'eth_estimateUserOperationGas':
        return estimate(ready, read(params), params[2])
      case 'eth_sendUserOperation': {
        const operation = read(params)
        const sent = last.then(() => sendOperation(ready, operation))
        last = sent.catch(() => undefined)
        return sent
      }
      case 'eth_getUserOperationReceipt':
        return receiptOf(ready, params[0])
      case 'eth_getUserOperationByHash':
        return findOperation(ready, params[0])
      case 'pm_getPaymasterStubData':
      case 'pm_getPaymasterData':
        read(params)
        return sponsorship
      default:
        throw new BundlerFailure(-32601, `The bundler does not know ${method}.`)
    }
  }
  return answer
}

const sponsorship = {
  paymaster: contracts.sponsor,
  paymasterData: '0x',
  paymasterVerificationGasLimit: '0x186a0',
  paymasterPostOpGasLimit: '0x0',
  sponsor: { name: 'Local Sponsor' },
}

async function start(rpcUrl: string, client: Client): Promise<Machine> {
  const executor = privateKeyToAccount(generatePrivateKey())
  const ask = createAsk(rpcUrl)
  // Its own funds, so that the accounts of `people` keep their history.
  await ask('anvil_setBalance', [executor.address, '0x56bc75e2d63100000'])
  return { client, executor, chainId: Number(await ask('eth_chainId')) }
}

function read([wire, entryPoint]: readonly unknown[]) {
  if (String(entryPoint).toLowerCase() !== accountContracts.entryPoint.toLowerCase()) {
    throw new BundlerFailure(-32602, `The entry point is ${accountContracts.entryPoint}.`)
  }
  try {
    return readOperation((wire ?? {}) as WireOperation)
  } catch (error) {
    throw new BundlerFailure(-32602, error instanceof Error ? error.message : String(error))
  }
}
