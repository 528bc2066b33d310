import type { CaipNetworkId } from '../protocol/caip.js'
import type { Network } from '../protocol/entities/Network.js'
import type { Witness } from './transfers.js'

/** The name look-ups of a blockchain service; each call is one request. */
export type NameService = {
  /** The addresses of a name by coin type (SLIP-44, ENSIP-11); empty if nobody has the name. */
  addresses(name: string): Promise<{ readonly [coinType: string]: { readonly address: string } | undefined }>
  /** The name and picture of an address; `null` if it has none. */
  identity(address: string): Promise<{ readonly name: string | null; readonly avatar: string | null }>
}

/** The names of one chain family. */
export type Names = {
  /** The address of a name on a network, not yet checked; `undefined` if nobody has the name. */
  resolve(parameters: {
    readonly name: string
    readonly networkId: CaipNetworkId
    /** All networks that the host offers. */
    readonly networks: readonly Network[]
    readonly service: NameService
  }): Promise<string | undefined>
  /**
   * The same, read from the chain itself and never from a service, for the recipient of a transfer
   * (`docs/decisions/115`). For a family without it, the kit uses `resolve`.
   */
  prove?(parameters: {
    readonly name: string
    readonly networkId: CaipNetworkId
    /** All networks that the host offers. */
    readonly networks: readonly Network[]
    readonly witness?: Witness
  }): Promise<string | undefined>
  /** The name and picture of an account on a network. */
  identify(parameters: {
    readonly address: string
    readonly networkId: CaipNetworkId
    readonly service: NameService
  }): Promise<{ readonly name: string | null; readonly avatar: string | null }>
}
