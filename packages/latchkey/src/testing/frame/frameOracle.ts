// What the frame client must do, told a second time and in another way: as a table of facts that each command changes.
// The model-based test compares the client with it after every command (docs/security.md "Frame").

export type Kind = 'email' | 'chain' | 'device' | 'send'
type Reply = 'good' | 'wrongType' | 'unreadable' | 'refused'

/** One thing that happens to the client, or that it is asked for. */
export type Command =
  | { readonly do: 'ask'; readonly kind: Kind }
  | { readonly do: 'giveUp'; readonly which: number }
  | { readonly do: 'hello'; readonly document: number }
  | { readonly do: 'ready' }
  | { readonly do: 'reply'; readonly which: number; readonly how: Reply }
  | { readonly do: 'again'; readonly which: number }
  | { readonly do: 'forge'; readonly what: number }
  | { readonly do: 'event' }
  | { readonly do: 'beat'; readonly which: number }
  | { readonly do: 'close' | 'vanish' | 'load' | 'stop' | 'reload' }
  | { readonly do: 'wait'; readonly time: number }

type Asked = {
  readonly kind: Kind
  status: 'waiting' | 'sent' | 'givenUp' | 'done'
  outcome?: string
  /** When it fails by itself. */
  until?: number | undefined
  /** Which timer was set how late: of two that end together the older one ends first. */
  turn?: number | undefined
}

/** How the world must look. */
export type Facts = {
  readonly outcomes: readonly (string | undefined)[]
  /** Each frame's: whether it is in the page, and to how many documents it has answered. */
  readonly frames: readonly (readonly [isMounted: boolean, inits: number])[]
  readonly news: readonly string[]
  /** What the client posted on its ports: the kind of message, and the number of the request. */
  readonly posted: readonly string[]
}

const typeTimes: { readonly [kind in Kind]: number | undefined } = {
  email: 30_000,
  chain: 60_000,
  device: undefined,
  send: undefined,
}
const waits = [250, 500, 1_000, 2_000, 2_000]

export function createFrameOracle() {
  let now = 0
  let turns = 0
  const asked: Asked[] = []
  const frames: {
    isMounted: boolean
    inits: number
    documents: number[]
    answered: number[]
    loads: number
    quiet: number
  }[] = []
  const news: string[] = []
  const posted: string[] = []
  let phase: 'none' | 'loading' | 'settling' | 'open' | 'resting' = 'none'
  /** When the phase is over by itself. */
  let phaseEnds = Number.POSITIVE_INFINITY
  let deaths = 0
  let removals = 0
  /** Whether there is a port that the frame can post on. */
  let hasPort = false

  const frame = () => frames[frames.length - 1]
  const isThere = () => frame()?.isMounted === true
  const open = (status: readonly Asked['status'][]) => asked.filter((one) => status.includes(one.status))

  function end(one: Asked, outcome: string) {
    one.status = 'done'
    one.outcome = outcome
    one.until = undefined
  }

  function put() {
    frames.push({ isMounted: true, inits: 0, documents: [], answered: [], loads: 0, quiet: 0 })
    phase = 'loading'
    phaseEnds = now + 20_000
    hasPort = false
  }

  function take() {
    const last = frame()
    if (last !== undefined) last.isMounted = false
    hasPort = false
  }

  function giveUpFrame(code: string) {
    take()
    phase = 'none'
    phaseEnds = Number.POSITIVE_INFINITY
    deaths = 0
    removals = 0
    news.push('LOST')
    for (const one of open(['waiting', 'sent', 'givenUp'])) end(one, code)
  }

  function die() {
    const wait = waits[deaths++]
    if (wait === undefined) return giveUpFrame('FRAME_LOAD_FAILED')
    hasPort = false
    phase = 'resting'
    phaseEnds = now + wait
    news.push('LOST')
    for (const one of open(['sent', 'givenUp'])) end(one, 'FRAME_RESTARTED')
  }

  function answerDocument(document: number) {
    const last = frame()
    if (last === undefined) return
    last.inits++
    last.answered.push(document)
    hasPort = true
  }

  function send(one: Asked) {
    one.status = 'sent'
    // Without a time of its own it ends as after a sign of life.
    setTimer(one, typeTimes[one.kind] ?? 45_000)
    posted.push(`req ${asked.indexOf(one)}`)
  }

  function setTimer(one: Asked, time: number) {
    one.until = now + time
    one.turn = ++turns
  }

  function phaseOver() {
    if (phase === 'loading') return giveUpFrame('FRAME_LOAD_FAILED')
    if (phase === 'settling') {
      phase = 'open'
      phaseEnds = now + 60_000
      news.push('READY')
      for (const one of open(['waiting'])) send(one)
    } else if (phase === 'open') {
      phaseEnds = Number.POSITIVE_INFINITY
      deaths = 0
      removals = 0
    } else if (phase === 'resting') {
      const last = frame()
      const next = last?.documents.at(-1)
      if (last?.isMounted && next !== undefined && next !== last.answered.at(-1)) {
        phase = 'loading'
        phaseEnds = now + 20_000
        answerDocument(next)
      } else {
        take()
        put()
      }
    }
  }

  function expire(one: Asked) {
    // Somebody who gave it up has told the frame already.
    if (one.status === 'sent') posted.push(`cancel ${asked.indexOf(one)}`)
    end(one, 'FRAME_TIMEOUT')
  }

  function wait(time: number) {
    const until = now + time
    for (;;) {
      const due = open(['sent', 'givenUp']).filter((one) => one.until !== undefined)
      const next = Math.min(phaseEnds, ...due.map((one) => one.until ?? Number.POSITIVE_INFINITY))
      if (next > until) break
      now = next
      const late = due
        .filter((one) => one.until === next)
        .sort((one, other) => (one.turn ?? 0) - (other.turn ?? 0))
      // Times are chosen so that no two fall together, other than those of requests that were sent together.
      for (const one of late) expire(one)
      if (phaseEnds === next) phaseOver()
    }
    now = until
  }

  const steps: { readonly [name in Command['do']]: (command: never) => void } = {
    ask({ kind }: Extract<Command, { do: 'ask' }>) {
      const one: Asked = { kind, status: 'waiting' }
      const consents = open(['waiting', 'sent', 'givenUp']).filter((each) => each.kind === 'send').length
      const isFull = open(['waiting', 'sent', 'givenUp']).length >= 64 || (kind === 'send' && consents > 10)
      asked.push(one)
      if (isFull) return end(one, 'REQUEST_ALREADY_PENDING')
      if (phase === 'none') put()
      else if (phase === 'open') send(one)
    },
    giveUp({ which }: Extract<Command, { do: 'giveUp' }>) {
      const one = asked[which]
      if (one?.status === 'waiting')
        return end(one, one.kind === 'send' ? 'REQUEST_WITHDRAWN' : 'REQUEST_ABORTED')
      if (one?.status !== 'sent') return
      posted.push(`cancel ${which}`)
      if (one.kind !== 'send') return end(one, 'REQUEST_ABORTED')
      one.status = 'givenUp'
      setTimer(one, 5_000)
    },
    hello({ document }: Extract<Command, { do: 'hello' }>) {
      const last = frame()
      if (last === undefined || !isThere() || last.documents.at(-1) === document) return
      const isFirst = last.documents.length === 0
      last.documents.push(document)
      if (isFirst && phase === 'loading') answerDocument(document)
      else if (phase !== 'resting') die()
    },
    ready() {
      if (!hasPort || phase !== 'loading') return
      phase = 'settling'
      phaseEnds = now + 500
    },
    reply({ which, how }: Extract<Command, { do: 'reply' }>) {
      const one = asked[which]
      if (!hasPort || (one?.status !== 'sent' && one?.status !== 'givenUp')) return
      end(
        one,
        {
          good: `value ${which}`,
          wrongType: 'FRAME_ERROR',
          unreadable: 'FRAME_ERROR',
          refused: 'FRAME_UNREACHABLE',
        }[how],
      )
    },
    again() {},
    forge() {},
    event() {
      if (hasPort && (phase === 'settling' || phase === 'open')) news.push('SURFACE')
    },
    beat({ which }: Extract<Command, { do: 'beat' }>) {
      const one = asked[which]
      const isHeard = hasPort && (phase === 'settling' || phase === 'open')
      if (isHeard && one !== undefined && typeTimes[one.kind] === undefined && one.status === 'sent')
        setTimer(one, 45_000)
    },
    close() {
      if (hasPort) die()
    },
    vanish() {
      if (!isThere()) return
      take()
      if (++removals > 1) giveUpFrame('FRAME_LOAD_FAILED')
      else if (phase !== 'resting') die()
    },
    load() {
      const last = frame()
      if (last === undefined || !isThere()) return
      const isSilent = last.loads > 0 && last.documents.length === last.quiet
      last.loads++
      last.quiet = last.documents.length
      if (isSilent && phase !== 'resting') die()
    },
    stop() {
      if (phase !== 'none') giveUpFrame('REQUEST_ABORTED')
    },
    reload() {
      if (phase === 'none') return
      take()
      news.push('LOST')
      for (const one of open(['sent', 'givenUp'])) end(one, 'FRAME_RESTARTED')
      put()
    },
    wait({ time }: Extract<Command, { do: 'wait' }>) {
      wait(time)
    },
  }

  return {
    step(command: Command) {
      ;(steps[command.do] as (command: Command) => void)(command)
    },
    facts: (): Facts => ({
      outcomes: asked.map(({ outcome }) => outcome),
      frames: frames.map(({ isMounted, inits }) => [isMounted, inits] as const),
      news: [...news],
      posted: [...posted],
    }),
  }
}
