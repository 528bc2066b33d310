import { type ClientOptions, createCore } from '../client/createCore.js'
import { type CommonClient, commonClient } from '../client/createSignClient.js'
import type { WalletEvents } from '../client/events.js'
import type { Session } from '../protocol/Session.js'
import type { AuthenticationRequest, PairingEntry, Proposal, SessionRequest } from '../state/Entry.js'
import { approve, reject } from './approve.js'
import { approveAuthenticate, rejectAuthenticate } from './approveAuthenticate.js'
import { pair } from './pair.js'
import { pendingRequests, respond } from './respond.js'
import { emit, update } from './update.js'
import { walletRole } from './walletRole.js'

/** The wallet's side of the protocol. */
export type WalletClient = CommonClient<WalletEvents> & {
  /** See {@link pair}. */
  pair(parameters: pair.Parameters): Promise<{ readonly topic: string }>
  /** See {@link approve}. */
  approve(parameters: approve.Parameters): Promise<approve.Result>
  /** See {@link reject}. */
  reject(parameters: reject.Parameters): Promise<void>
  /** See {@link respond}. */
  respond(parameters: respond.Parameters): Promise<void>
  /** See {@link update}. */
  update(parameters: update.Parameters): Promise<Session>
  /** See {@link emit}. */
  emit(parameters: emit.Parameters): Promise<void>
  /** See {@link approveAuthenticate}. */
  approveAuthenticate(
    parameters: approveAuthenticate.Parameters,
  ): Promise<{ readonly session?: Session | undefined }>
  /** See {@link rejectAuthenticate}. */
  rejectAuthenticate(parameters: rejectAuthenticate.Parameters): Promise<void>
  /** Returns the proposals that wait for the user, also from earlier pages. */
  pendingProposals(): readonly Proposal[]
  pendingAuthentications(): readonly AuthenticationRequest[]
  pendingRequests(): readonly SessionRequest[]
}

/**
 * Makes a client for a wallet. Pure, like `createSignClient`; attach listeners before `start`, because what waited in
 * the mailbox comes right after it. Sign-ins are taken only while something listens to `session_authenticate`: else an
 * app falls back to a plain session.
 *
 * @throws `INPUT_INVALID` when `relayUrl` is no WebSocket URL.
 *
 * @example
 * ```ts
 * const wallet = createWalletClient({ relayUrl: 'wss://relay.example.org', metadata })
 * wallet.on('session_proposal', async ({ id }) => {
 *   await wallet.approve({ id, namespaces: { eip155: { accounts, methods, events } } })
 * })
 * wallet.on('session_request', async ({ topic, id, method, params }) => {
 *   await wallet.respond({ topic, id, result: await sign(method, params) })
 * })
 * await wallet.start()
 * await wallet.pair({ uri })
 * ```
 */
export function createWalletClient(options: ClientOptions): WalletClient {
  const handle = createCore(options, walletRole)
  const { core } = handle
  const inboxes = () =>
    core.entries
      .all()
      .filter(
        (entry): entry is PairingEntry => entry.kind === 'pairing' && entry.expiresAt > core.clock.now(),
      )
      .map(({ inbox }) => inbox)
  return {
    ...commonClient<WalletEvents>(handle),
    pair: (parameters) => pair(core, parameters),
    approve: (parameters) => approve(core, parameters),
    reject: (parameters) => reject(core, parameters),
    respond: (parameters) => respond(core, parameters),
    update: (parameters) => update(core, parameters),
    emit: (parameters) => emit(core, parameters),
    approveAuthenticate: (parameters) => approveAuthenticate(core, parameters),
    rejectAuthenticate: (parameters) => rejectAuthenticate(core, parameters),
    pendingProposals: () => inboxes().flatMap((inbox) => inbox?.proposal ?? []),
    pendingAuthentications: () => inboxes().flatMap((inbox) => inbox?.authentication ?? []),
    pendingRequests: () => pendingRequests(core),
  }
}
