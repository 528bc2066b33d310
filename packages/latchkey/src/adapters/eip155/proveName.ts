import { isHex } from 'viem'
import { getEnsAddress, normalize } from 'viem/ens'
import { systemClock } from '../../core/clock.js'
import type { Names } from '../../core/names.js'
import { request } from '../../core/request.js'
import { mainnet } from '../../networks/eip155.js'
import { isRecord } from '../../protocol/checks.js'
import type { Network } from '../../protocol/entities/Network.js'
import { parseJson } from '../../protocol/parseJson.js'
import { coinTypeOf, ethereum } from './coinTypeOf.js'
import { firmClient, firmly } from './firmClient.js'

/** The address of the ENS universal resolver on Ethereum, the same for all its versions. */
const universalResolver = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
/** The maximum number of gateway requests for one name; a name that needs more is not resolved. */
const gatewayLimit = 4

/** @see Names.prove */
export const proveName: NonNullable<Names['prove']> = async ({ name, networkId, networks, witness }) => {
  const { network, resolver } = whereNamesAre(networks, networkId)
  const normalized = normalizedName(name)
  if (normalized === undefined) return undefined
  let left = gatewayLimit
  const client = {
    ...firmClient(network, witness),
    ccipRead: {
      request: async (question: GatewayQuestion) => {
        left--
        if (left < 0) throw new Error('too many gateways')
        return askGateways(question)
      },
    },
  }
  const parameters = { name: normalized, universalResolverAddress: resolver, strict: false }
  const coinType = BigInt(coinTypeOf(networkId))
  // A record for this network takes precedence over the one for all EVM chains.
  const own =
    coinType === BigInt(ethereum) ? null : await firmly(getEnsAddress(client, { ...parameters, coinType }))
  return own ?? (await firmly(getEnsAddress(client, parameters))) ?? undefined
}

/** Returns the network's own name resolver if it has one (viem's `contracts.ensUniversalResolver`), else Ethereum's. */
function whereNamesAre(networks: readonly Network[], networkId: string) {
  const own = networks.find((one) => one.caipNetworkId === networkId && resolverOf(one) !== undefined)
  const ens = networks.find(({ caipNetworkId }) => caipNetworkId === mainnet.caipNetworkId)
  const network = own ?? ens ?? mainnet
  return { network, resolver: resolverOf(network) ?? universalResolver } as const
}

function resolverOf({ contracts }: Network): `0x${string}` | undefined {
  const contract = contracts?.ensUniversalResolver
  const address = isRecord(contract) ? contract.address : undefined
  return isHex(address) ? address : undefined
}

/** Normalizes a name as ENS does (ENSIP-15); `undefined` if it is not a valid name. */
function normalizedName(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}

type GatewayQuestion = {
  readonly sender: string
  readonly data: `0x${string}`
  readonly urls: readonly string[]
}

/** Asks the gateways that a contract refers to (EIP-3668); the contract itself verifies the answer. */
async function askGateways({ sender, data, urls }: GatewayQuestion): Promise<`0x${string}`> {
  let failure: unknown = new Error('no gateway')
  for (const template of urls.filter((url) => url.startsWith('https://')).slice(0, gatewayLimit)) {
    const url = template.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
    const isGet = template.includes('{data}')
    try {
      const ask = isGet ? {} : ({ method: 'POST', body: { data, sender } } as const)
      const answer = await request({ url, service: 'ENS', clock: systemClock, timeout: 4_000, ...ask })
      const read = parseJson(await answer.body.text())
      if (isRecord(read) && isHex(read.data)) return read.data
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
