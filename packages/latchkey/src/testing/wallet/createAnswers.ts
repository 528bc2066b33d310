import { type Clock, systemClock } from '../../core/clock.js'
import { WalletRequestError } from './WalletRequestError.js'

/** The kinds of prompts that a wallet shows its user. */
export type WalletQuestion = 'connect' | 'sign' | 'send' | 'switchNetwork'

/**
 * A user's answer:
 *
 * - `'approve'`, `'reject'`: at once.
 * - `{ delay }`: approves after so many milliseconds.
 * - `'silent'`: waits until the test calls `settle`.
 * - `'breaks'`: signs or sends, and then reports an internal error (-32603).
 * - `'denies'`: signs or sends, and then reports that its user declined (4001).
 * - `'malformed'`: signs or sends, and returns a malformed answer.
 * - `'wrongChain'`: approves, but is on a chain that the app does not offer; it confirms a switch without switching.
 */
export type WalletBehaviour =
  | 'approve'
  | 'reject'
  | 'silent'
  | 'breaks'
  | 'denies'
  | 'malformed'
  | 'wrongChain'
  | { readonly delay: number }

/** One behaviour for everything, or one for each question; the default is to approve. */
export type WalletScript =
  | WalletBehaviour
  | { readonly [question in WalletQuestion]?: WalletBehaviour | undefined }

/** The outcome of a question. */
export type WalletAnswer = 'approved' | 'rejected' | Lie

/** The behaviours in which a wallet's answer does not match what it did. */
type Lie = (typeof lies)[number]
const lies = ['breaks', 'denies', 'malformed', 'wrongChain'] as const

export type Answers = {
  ask(question: WalletQuestion): Promise<WalletAnswer>
  behave(script: WalletScript): void
  /** Answers all open questions. */
  settle(answer: 'approve' | 'reject'): void
  /** The open questions, oldest first. */
  pending(): readonly WalletQuestion[]
}

/** Simulates the user of a scripted wallet. */
export function createAnswers(
  script: WalletScript = 'approve',
  { clock = systemClock }: { readonly clock?: Clock | undefined } = {},
): Answers {
  let current = script
  const waiting = new Map<(answer: WalletAnswer) => void, WalletQuestion>()

  function hold(question: WalletQuestion, delay: number | undefined): Promise<WalletAnswer> {
    return new Promise((resolve) => {
      let cancel = () => {}
      const answer = (given: WalletAnswer) => {
        cancel()
        waiting.delete(answer)
        resolve(given)
      }
      waiting.set(answer, question)
      if (delay !== undefined) cancel = clock.setTimeout(() => answer('approved'), delay)
    })
  }

  return {
    async ask(question) {
      const behaviour = behaviourOf(current, question)
      if (behaviour === 'approve') return 'approved'
      if (behaviour === 'reject') return 'rejected'
      const lie = lies.find((one) => one === behaviour)
      if (lie !== undefined) return lie
      return hold(question, typeof behaviour === 'object' ? behaviour.delay : undefined)
    },
    behave(next) {
      current = next
    },
    settle(answer) {
      for (const give of [...waiting.keys()]) give(answer === 'approve' ? 'approved' : 'rejected')
    },
    pending: () => [...waiting.values()],
  }
}

/** Returns the wallet's answer after it carried out a request: the result, unless the script makes it lie. */
export function afterwards(how: WalletAnswer, done: unknown): unknown {
  if (how === 'breaks') throw new WalletRequestError(-32603, 'Internal error.')
  if (how === 'denies') throw new WalletRequestError(4001, 'User rejected the request.')
  return how === 'malformed' ? '0x12' : done
}

function behaviourOf(script: WalletScript, question: WalletQuestion): WalletBehaviour {
  if (typeof script === 'string' || 'delay' in script) return script
  return script[question] ?? 'approve'
}
