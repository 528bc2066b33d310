import { openLimit } from 'latchkey/frame'
import type { CaipNetworkId } from 'latchkey/protocol'
import type { AccountType, Chain } from '../accounts/Chain.js'
import { openRpc } from '../accounts/openRpc.js'
import { refuse } from '../accounts/Refusal.js'
import type { Rpc } from '../accounts/Rpc.js'
import type { ConsentRequest } from '../consent/ConsentRequest.js'
import type { Outcome } from '../consent/carry/Outcome.js'
import { carryOut } from '../consent/carryOut.js'
import type { ReadContext, WalletRequest } from '../consent/ReadContext.js'
import { type Reading, read } from '../consent/read.js'
import { SiteError } from '../page/toFrameError.js'
import type { Keeper } from './keeper.js'
import { randomBytes } from './randomBytes.js'
import type { keptRecords } from './records.js'
import type { Lock } from './turns.js'
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
  /** What sends takes turns, in all tabs: two that are planned at once have one nonce. */
  readonly lock: Lock
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
  lock,
}: Parameters) {
  const rpc = siteRpc('/rpc', projectId)
  const bundler = siteRpc('/rpc/bundler', projectId)
  const paymaster = siteRpc('/rpc/paymaster', projectId)
  const open = new Map<string, ConsentRequest>()
  /** How much this tab has signed without asking. */
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
  ): Promise<Outcome> {
    const { keep } = await records()
    return keeper.withSigners((signers) =>
      carryOut(consent, signers, {
        ...{ rpc, bundler, chains, keep },
        now: Date.now,
        wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
        ...(permission === undefined ? {} : { permission }),
      }),
    )
  }

  function resultOf(outcome: Outcome): unknown {
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
        const carryIt = async () => {
          try {
            return await carry(consent, permission)
          } finally {
            // At the end: what was read while this went on knows nothing of it either.
            turns += 1
          }
        }
        const told = (outcome: Outcome) => ({ status: 'answer', result: resultOf(outcome) }) as const
        if (permission === undefined || isInTurn) return told(await carryIt())
        return lock(async () => {
          if (turns !== before) return answer(asked, true)
          const outcome = await carryIt()
          // Another tab has used the nonce since it was read, and nothing was signed here.
          const isOutrun = outcome.status === 'refused' && outcome.error.reason === 'nonceUsed'
          return isOutrun ? answer(asked, true) : told(outcome)
        })
      }
      case 'ask': {
        const { consent } = reading
        open.set(consent.id, consent)
        for (const id of [...open.keys()].slice(0, -mostOpen)) open.delete(id)
        return { status: 'ask', consent }
      }
    }
  }

  return {
    rpc,
    request: (asked: WalletRequest) => answer(asked, false),

    async carryOut(consentId: string): Promise<unknown> {
      const consent = open.get(consentId)
      if (consent === undefined) throw refuse('notShown')
      // Once: a second press signs nothing.
      open.delete(consentId)
      const carryIt = async () => resultOf(await carry(consent, undefined))
      const { content } = consent
      // An operation may wait for its block, and its nonce is of another kind.
      const isTransaction = content.type === 'calls' && content.plan.operation === undefined
      return isTransaction ? lock(carryIt) : carryIt()
    },

    forget: async (consentId: string) => void open.delete(consentId),
  }
}
