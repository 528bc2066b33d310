import type { FrameClient, FrameRequestOptions } from '../../core/FrameClient.js'
import { defineSlot } from '../../core/slots.js'
import { embeddedError } from '../../protocol/embeddedErrors.js'
import type { FrameAnswer, FramePayload, FrameRequestType } from '../../protocol/frame/messages.js'
import { type Kit, update } from '../Kit.js'
import { type EmbeddedState, initialEmbeddedState } from './state.js'

/** What `latchkey/embedded` lends the kit: its frame, and where its site is. */
export type EmbeddedWallet = {
  readonly connectorId: string
  /** The address of the wallet's site. */
  readonly url: string
  /** Loads the code of the frame client; the frame itself is loaded with the first request. */
  client(): Promise<FrameClient>
  /** The client, if its code has been loaded. */
  loadedClient(): FrameClient | undefined
}

/** Set when the kit takes in the connector of the embedded wallet. */
export const embeddedSlot = defineSlot<EmbeddedWallet>('embedded.wallet')

/** @throws `ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND`: the host has no embedded wallet. */
export function embeddedWallet(kit: Kit): EmbeddedWallet {
  const wallet = kit.slots.get(embeddedSlot)
  if (wallet === undefined) throw embeddedError('ADDRESS_OR_AUTH_CONNECTOR_NOT_FOUND')
  return wallet
}

/** Asks the frame of the embedded wallet; loads it first if it is not there. @throws as `FrameClient.request` */
export async function askFrame<type extends FrameRequestType>(
  kit: Kit,
  type: type,
  payload?: FramePayload<type>,
  options?: FrameRequestOptions,
): Promise<FrameAnswer<type>> {
  const client = await embeddedWallet(kit).client()
  options?.signal?.throwIfAborted()
  return client.request(type, payload, options)
}

/** Changes the state of the embedded wallet. */
export function updateEmbedded(kit: Kit, change: Partial<EmbeddedState>): void {
  update(kit, 'embedded', (state = initialEmbeddedState) => ({ ...state, ...change }))
}
