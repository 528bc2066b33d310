import { cleanText } from 'latchkey/protocol'
import { type Address, BaseError } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import type { GuardedFetch } from '../../outbound/guardedFetch.js'
import { NodeError } from '../../outbound/post.js'
import { createNodeClient } from '../nodeClient.js'
import type { Nodes } from '../nodes.js'
import { askGateways } from './askGateways.js'

/**
 * Looks up names on one chain that has ENS. Each method may throw `NodeError`; an invalid contract answer counts as no
 * record.
 */
export type Ens = {
  /** Returns the address of a name by coin type (ENSIP-11), by default Ethereum's. */
  addressOf(name: string, coinType?: bigint | undefined): Promise<Address | undefined>
  /** Returns the primary name of an account, if the name resolves back to it. */
  nameOf(address: Address): Promise<string | undefined>
  textOf(name: string, key: string): Promise<string | undefined>
}

/** The longest name that is looked up, in characters. */
const nameLength = 255
/** Most gateway round trips for one name; a call that needs more is given up. */
const gatewayLimit = 4

/** Reads ENS through its universal resolver, using `fetch` for off-chain records (EIP-3668). */
export function createEns(nodes: Nodes, universalResolverAddress: Address, fetch: GuardedFetch): Ens {
  /** Starts a client per look-up, so that the gateway limit applies to each name. */
  function startClient() {
    let left = gatewayLimit
    return createNodeClient(nodes, {
      ccipRead: {
        request: (parameters) => {
          left--
          if (left < 0) throw new Error('too many gateways')
          return askGateways(fetch, parameters)
        },
      },
    })
  }

  const common = { universalResolverAddress }
  return {
    addressOf: (name, coinType) =>
      orNothing(() => getEnsAddress(startClient(), { ...common, name, coinType })),
    async nameOf(address) {
      const name = await orNothing(() => getEnsName(startClient(), { ...common, address }))
      // A primary name in another spelling than its normalised form may imitate another name.
      return name !== undefined && normalizeName(name) === name ? name : undefined
    },
    textOf: (name, key) => orNothing(() => getEnsText(startClient(), { ...common, name, key })),
  }
}

/** Normalises a name for look-up (ENSIP-15), or returns `undefined` for an invalid one. */
export function normalizeName(text: string): string | undefined {
  if (text.length > nameLength || !text.includes('.')) return undefined
  try {
    const name = normalize(text)
    const isWhole = name.length <= nameLength && name.split('.').every((label) => label !== '')
    // A name that display cleaning changes could be mistaken for another one.
    return isWhole && cleanText(name, nameLength) === name ? name : undefined
  } catch {
    return undefined
  }
}

async function orNothing<value>(read: () => Promise<value | null>): Promise<value | undefined> {
  try {
    return (await read()) ?? undefined
  } catch (error) {
    const cause = error instanceof BaseError ? error.walk((one) => one instanceof NodeError) : error
    if (cause instanceof NodeError) throw cause
    // A resolver may be anybody's contract; an undecodable answer counts as no record.
    return undefined
  }
}
