import { integer, list, oneOf } from '../../shared/setting.js'
import { isChainEntry } from '../settings.js'

/** What an operator can set of the accounts' history: a part of the one table of settings. */
export const historySettings = {
  historyDepth: integer({
    variable: 'LATCHKEY_HISTORY_DEPTH',
    fallback: 10_000,
    minimum: 0,
    maximum: 1_000_000_000,
    meaning:
      'Blocks before the newest one that are read for the history of a new account. Chains of development nodes are read from their beginning.',
  }),
  historyAccounts: integer({
    variable: 'LATCHKEY_HISTORY_ACCOUNTS',
    fallback: 10_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning:
      'Accounts whose history is followed on each chain. Beyond it the one that nobody has asked for the longest is forgotten.',
  }),
  historyPollSeconds: integer({
    variable: 'LATCHKEY_HISTORY_POLL_SECONDS',
    fallback: 4,
    minimum: 1,
    maximum: 3_600,
    meaning: 'Seconds between looks at a chain for new blocks, while accounts are followed on it.',
  }),
  historyTraces: oneOf({
    variable: 'LATCHKEY_HISTORY_TRACES',
    fallback: 'auto',
    values: ['auto', 'off'],
    meaning:
      '`auto`: where a node can trace blocks (`trace_block`, `debug_traceBlockByHash`), that tells of the coin that contracts pay to others; one trace for each block that is read. `off`: no block is traced.',
  }),
  historySources: list({
    variable: 'LATCHKEY_HISTORY_SOURCES',
    fallback: [],
    of: 'chains and the address of their explorer, like eip155:1=https://scan.example/api?apikey=KEY',
    isItem: isChainEntry,
    meaning:
      'Chains whose history is not read from their blocks but asked of an explorer with an Etherscan-compatible API, as Blockscout has.',
  }),
} as const
