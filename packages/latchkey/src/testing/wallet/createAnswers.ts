import { type Clock, systemClock } from '../../core/clock.js'

/** What a wallet asks its person. */
export type WalletQuestion = 'connect' | 'sign' | 'send' | 'switchNetwork'

/**
 * How a person answers:
 *
 * - `'approve'`, `'reject'`: at once.
 * - `{ delay }`: approves after so many milliseconds.
 * - `'silent'`: not at all, until the test calls `settle`.
 * - `'wrongChain'`: approves, but the wallet is on a chain that the app does not offer; a switch is promised, not done.
 */
export type WalletBehaviour = 'approve' | 'reject' | 'silent' | 'wrongChain' | { readonly delay: number }

/** One behaviour for everything, or one for each question; what is not named is approved. */
export type WalletScript =
  | WalletBehaviour
  | { readonly [question in WalletQuestion]?: WalletBehaviour | undefined }

/** What came of a question. */
export type WalletAnswer = 'approved' | 'rejected' | 'wrongChain'

export type Answers = {
  ask(question: WalletQuestion): Promise<WalletAnswer>
  behave(script: WalletScript): void
  /** Answers all that waits. */
  settle(answer: 'approve' | 'reject'): void
  /** The questions that wait, oldest first. */
  pending(): readonly WalletQuestion[]
}

/** The person behind a scripted wallet. */
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
      if (behaviour === 'wrongChain') return 'wrongChain'
      return hold(question, behaviour === 'silent' ? undefined : behaviour.delay)
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

function behaviourOf(script: WalletScript, question: WalletQuestion): WalletBehaviour {
  if (typeof script === 'string' || 'delay' in script) return script
  return script[question] ?? 'approve'
}
