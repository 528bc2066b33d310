import { openLimit } from 'latchkey/frame'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { AccountType, Chain } from '../accounts/Chain.js'
import { openRpc } from '../accounts/openRpc.js'
import { refuse } from '../accounts/Refusal.js'
import type { Rpc } from '../accounts/Rpc.js'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import { carryOut } from '../consent/carryOut.js'
import type { ReadContext, WalletRequest } from '../consent/ReadContext.js'
import { type Reading, read } from '../consent/read.js'
import { SiteError } from '../page/toFrameError.js'
import type { Keeper } from './keeper.js'
import { randomBytes } from './randomBytes.js'
import type { keptRecords } from './records.js'
import type { RequestReading } from './walletApi.js'

type Parameters = {
  readonly keeper: Keeper
  /** The origin of the host's page. */
  readonly host: () => string
  readonly chains: readonly Chain[]
  readonly projectId: string
  readonly records: () => Promise<ReturnType<typeof keptRecords>>
  readonly accountType: () => Promise<AccountType>
  readonly switchChain: (chainId: CaipNetworkId) => Promise<void>
}

/** Consents that were read and not answered. A page has no more requests open; what is left of earlier ones is forgotten first. */
const mostOpen = openLimit

/** Nodes, bundlers and paymasters, all by way of the site's own server. */
function siteRpc(path: string, projectId: string): Rpc {
  return openRpc(
    (chainId) => `${path}?chainId=${encodeURIComponent(chainId)}&projectId=${encodeURIComponent(projectId)}`,
  )
}

/** Reads and carries out the requests of the host's page. What is signed is the consent that was read here, by its id. */
export function createRequests({
  keeper,
  host,
  chains,
  projectId,
  records,
  accountType,
  switchChain,
}: Parameters) {
  const rpc = siteRpc('/rpc', projectId)
  const bundler = siteRpc('/rpc/bundler', projectId)
  const paymaster = siteRpc('/rpc/paymaster', projectId)
  const open = new Map<string, ConsentRequest>()
  /** What is signed without asking goes one after the other: two that are planned at once have one nonce. */
  let turn: Promise<unknown> = Promise.resolve()
  let turns = 0

  async function context(): Promise<ReadContext> {
    const { eip155, solana } = await keeper.addresses()
    return {
      origin: host(),
      account: { eip155: eip155 as `0x${string}`, solana, type: await accountType() },
      ...{ chains, rpc, bundler, paymaster },
      records: await (await records()).read(),
      now: Date.now,
      randomBytes,
    }
  }

  async function carry(
    consent: ConsentRequest,
    permission: Extract<Reading, { status: 'carry' }>['permission'],
  ): Promise<unknown> {
    const { keep } = await records()
    const outcome = await keeper.withSigners((signers) =>
      carryOut(consent, signers, {
        ...{ rpc, bundler, chains, keep },
        now: Date.now,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        ...(permission === undefined ? {} : { permission }),
      }),
    )
    if (outcome.status === 'done') return outcome.result
    // Signed, and perhaps on its way: the app can follow it.
    if (outcome.status === 'unknown' && outcome.result !== undefined) return outcome.result
    const { code, message, rpc: number } = outcome.error
    throw new SiteError(code, message, { rpc: number })
  }

  /** Reads a request. A permission covers it only as it is in its turn, with the limits and the nonce that are left then. */
  async function answer(asked: WalletRequest, isInTurn: boolean): Promise<RequestReading> {
    const before = turns
    const reading = await read(asked, await context())
    switch (reading.status) {
      case 'answer':
        return { status: 'answer', result: reading.result }
      case 'switch':
        await switchChain(reading.chainId)
        return { status: 'answer', result: null, switchedTo: reading.chainId }
      case 'pass': {
        const params = Array.isArray(asked.params) ? asked.params : []
        const result = await (reading.to === 'node' ? rpc : bundler)(asked.chainId, asked.method, params)
        return { status: 'answer', result }
      }
      case 'carry': {
        const { consent, permission } = reading
        const carryIt = async (): Promise<RequestReading> => {
          try {
            return { status: 'answer', result: await carry(consent, permission) }
          } finally {
            // At the end: what was read while this went on knows nothing of it either.
            turns += 1
          }
        }
        if (permission === undefined || isInTurn) return carryIt()
        return inTurn(() => (turns === before ? carryIt() : answer(asked, true)))
      }
      case 'ask': {
        const { consent } = reading
        open.set(consent.id, consent)
        for (const id of [...open.keys()].slice(0, -mostOpen)) open.delete(id)
        return { status: 'ask', consent }
      }
    }
  }

  function inTurn<result>(work: () => Promise<result>): Promise<result> {
    const done = turn.then(work, work)
    turn = done.catch(() => undefined)
    return done
  }

  return {
    rpc,
    request: (asked: WalletRequest) => answer(asked, false),

    async carryOut(consentId: string): Promise<unknown> {
      const consent = open.get(consentId)
      if (consent === undefined) throw refuse('notShown')
      // Once: a second press signs nothing.
      open.delete(consentId)
      return carry(consent, undefined)
    },

    forget: async (consentId: string) => void open.delete(consentId),
  }
}
