import type { CaipNetworkId } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'
import type { Witness } from './transfers.js'

/** What a blockchain service knows of names: each call is one request to it. */
export type NameService = {
  /** The addresses of a name by coin type (SLIP-44, ENSIP-11); empty where nobody has the name. */
  addresses(name: string): Promise<{ readonly [coinType: string]: { readonly address: string } | undefined }>
  /** The name and picture that an address goes by; `null` where it has none. */
  identity(address: string): Promise<{ readonly name: string | null; readonly avatar: string | null }>
}

/** The names of one chain family. */
export type Names = {
  /** The address that a name stands for on a network, not yet checked; `undefined` where nobody has the name. */
  resolve(parameters: {
    readonly name: string
    readonly networkId: CaipNetworkId
    readonly service: NameService
  }): Promise<string | undefined>
  /**
   * The same, as the chain itself has it, and never a service: the recipient of a transfer (`docs/decisions/115`). In a
   * family that has no such way, what `resolve` gives is taken.
   */
  prove?(parameters: {
    readonly name: string
    readonly networkId: CaipNetworkId
    /** All that the host offers. */
    readonly networks: readonly Network[]
    readonly witness?: Witness
  }): Promise<string | undefined>
  /** The name and picture that an account goes by on a network. */
  identify(parameters: {
    readonly address: string
    readonly networkId: CaipNetworkId
    readonly service: NameService
  }): Promise<{ readonly name: string | null; readonly avatar: string | null }>
}
