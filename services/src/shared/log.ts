/** Log levels, lowest first. */
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof levels)[number]

/**
 * All fields of a log line. The type is the allow-list: no field can hold a wallet address, a payload, a token or a
 * full client address (docs/security.md "logs").
 */
export type LogFields = {
  readonly requestId?: string | undefined
  readonly service?: string | undefined
  readonly project?: string | undefined
  readonly method?: string | undefined
  /** The route's pattern; a real path may contain an address. */
  readonly path?: string | undefined
  readonly status?: number | undefined
  readonly milliseconds?: number | undefined
  readonly seconds?: number | undefined
  /** From `truncateAddress`. */
  readonly client?: string | undefined
  /** The first characters of the topic's hash. */
  readonly topic?: string | undefined
  readonly tag?: number | undefined
  readonly size?: number | undefined
  readonly count?: number | undefined
  readonly code?: number | string | undefined
  readonly reason?: string | undefined
  readonly url?: string | undefined
  /** A CAIP-2 id. */
  readonly chain?: string | undefined
  readonly block?: number | undefined
  /** A node's position among those of its chain, from 1; its address may contain a key. */
  readonly node?: number | undefined
  /** A token list's position in its setting, from 1; its address may contain a key. */
  readonly list?: number | undefined
  /** Entries that were left out. */
  readonly dropped?: number | undefined
  /** Whether an earlier copy is used instead. */
  readonly isKept?: boolean | undefined
  /** The kind of a source, such as `etherscan`, and its position if a chain has several of a kind. */
  readonly source?: string | undefined
  /** The condition of a configured server: `ok`, `slow` or `resting`. */
  readonly state?: string | undefined
  readonly version?: string | undefined
  /** A fault of our own code or machine: the message of the error, never client input. */
  readonly error?: string | undefined
}

export type Log = { [level in Exclude<LogLevel, 'silent'>]: (event: string, fields?: LogFields) => void }

/** Writes one JSON object per line. `event` is a fixed text such as `relay.refused` that tools can count. */
export function createLog(options: {
  readonly level: LogLevel
  readonly now: () => number
  readonly write: (line: string) => void
}): Log {
  const least = levels.indexOf(options.level)
  const writer =
    (level: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: LogFields = {}): void => {
      if (levels.indexOf(level) < least) return
      options.write(
        `${JSON.stringify({ time: new Date(options.now()).toISOString(), level, event, ...fields })}\n`,
      )
    }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
