import type { WebSocket } from 'ws'
import { accountJson, type ReadOptions } from './accountJson.js'
import type { Chain } from './chain.js'

type Question = { readonly id: unknown; readonly method: string; readonly params?: readonly unknown[] }
type Options = ReadOptions & { readonly commitment?: 'processed' | 'confirmed' | 'finalized' }

const levels = { processed: 0, confirmed: 1, finalized: 2 } as const

/** Answers the subscriptions of one socket; returns whether the question was one, and a function that ends them. */
export function subscriptionsOf(chain: Chain, socket: WebSocket) {
  const stops = new Map<number, () => void>()
  let next = 1
  const say = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))

  function subscribe(question: Question, look: (tell: (result: unknown) => void, end: () => void) => void) {
    const subscription = next++
    const method = question.method.replace('Subscribe', 'Notification')
    const tell = (result: unknown) => say({ method, params: { subscription, result } })
    const end = () => {
      stops.get(subscription)?.()
      stops.delete(subscription)
    }
    say({ id: question.id, result: subscription })
    stops.set(
      subscription,
      chain.subscribe(() => look(tell, end)),
    )
    look(tell, end)
  }

  const withContext = (value: unknown) => ({ context: { slot: Number(chain.slot()) }, value })

  function ofSignature(question: Question) {
    const [signature, { commitment = 'finalized' } = {}] = question.params as [string, Options?]
    subscribe(question, (tell, end) => {
      const status = chain.status(signature)
      if (status === null || levels[status.confirmationStatus] < levels[commitment]) return
      end()
      tell(withContext({ err: status.err }))
    })
  }

  function ofAccount(question: Question) {
    const [place, options] = question.params as [string, Options?]
    const read = () => accountJson(chain, chain.account(place), options)
    let last = JSON.stringify(read())
    subscribe(question, (tell) => {
      const now = JSON.stringify(read())
      if (now === last) return
      last = now
      tell(withContext(JSON.parse(now)))
    })
  }

  function ofSlots(question: Question) {
    let last = chain.slot()
    subscribe(question, (tell) => {
      const slot = chain.slot()
      if (slot === last) return
      last = slot
      tell({ slot: Number(slot), parent: Number(slot) - 1, root: Math.max(0, Number(slot) - 32) })
    })
  }

  return {
    answer(question: Question): boolean {
      if (question.method === 'signatureSubscribe') ofSignature(question)
      else if (question.method === 'accountSubscribe') ofAccount(question)
      else if (question.method === 'slotSubscribe') ofSlots(question)
      else if (question.method.endsWith('Unsubscribe')) {
        const subscription = Number(question.params?.[0])
        stops.get(subscription)?.()
        say({ id: question.id, result: stops.delete(subscription) })
      } else return false
      return true
    },
    end() {
      for (const stop of stops.values()) stop()
      stops.clear()
    },
  }
}
