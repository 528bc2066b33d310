import { cleanText } from 'latchkey/protocol'
import { type Address, BaseError } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import { createNodeClient } from '../nodeClient.js'
import type { Nodes } from '../nodes.js'
import { NodeError } from '../post.js'
import type { GuardedFetch } from '../web/guardedFetch.js'
import { askGateways } from './askGateways.js'

/** The names of one chain that has ENS. All may throw `NodeError`; what a contract answers wrongly counts as nothing. */
export type Ens = {
  /** Who a name stands for, by coin type (ENSIP-11), by default Ethereum's. */
  addressOf(name: string, coinType?: bigint | undefined): Promise<Address | undefined>
  /** What an account calls itself, if the name says so too. */
  nameOf(address: Address): Promise<string | undefined>
  textOf(name: string, key: string): Promise<string | undefined>
}

/** Longest name that is looked up, in characters. */
const nameLength = 255
/** A name is asked for in the blocks of one HTTP answer; a call that leads through more gateways is given up. */
const gatewayLimit = 4

/** Reads ENS through its universal resolver, also names whose records are elsewhere (EIP-3668), by `fetch`. */
export function createEns(nodes: Nodes, universalResolverAddress: Address, fetch: GuardedFetch): Ens {
  /** Of each look-up on its own, so that no name leads through gateways without end. */
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
      // A name that is written otherwise than it is looked up is made to look like another one.
      return name !== undefined && normalizeName(name) === name ? name : undefined
    },
    textOf: (name, key) => orNothing(() => getEnsText(startClient(), { ...common, name, key })),
  }
}

/** A name as it is looked up (ENSIP-15), or `undefined` for a text that is no name. */
export function normalizeName(text: string): string | undefined {
  if (text.length > nameLength || !text.includes('.')) return undefined
  try {
    const name = normalize(text)
    const isWhole = name.length <= nameLength && name.split('.').every((label) => label !== '')
    // What cannot be shown as it is could be mistaken for another one.
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
    // A resolver is anybody's contract: one that answers what cannot be read has no record.
    return undefined
  }
}
