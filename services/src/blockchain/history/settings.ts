import { integer, list, oneOf } from '../../shared/setting.js'
import { isEip155Entry } from '../chainEntry.js'

/** The history settings; part of `settingsTable`. */
export const historySettings = {
  historyDepth: integer({
    variable: 'LATCHKEY_HISTORY_DEPTH',
    fallback: 1_000_000_000,
    minimum: 0,
    maximum: 1_000_000_000,
    meaning:
      "Blocks before the newest one that the service reads for an account's history; by default the whole chain. It reads chains of development nodes from their first block.",
  }),
  historyAccounts: integer({
    variable: 'LATCHKEY_HISTORY_ACCOUNTS',
    fallback: 10_000,
    minimum: 1,
    maximum: 10_000_000,
    meaning:
      'Accounts whose history the service stores for each chain. Beyond this number it removes the account that was requested longest ago. On a chain of no development node a new account takes only the place of one of the same client, or of one that its own client has not requested for a week; a client has at most a tenth of the places. Other accounts are kept in memory.',
  }),
  historyPollSeconds: integer({
    variable: 'LATCHKEY_HISTORY_POLL_SECONDS',
    fallback: 4,
    minimum: 1,
    maximum: 3_600,
    meaning: 'Seconds between checks for new blocks on a chain, while the service follows accounts on it.',
  }),
  historyTraces: oneOf({
    variable: 'LATCHKEY_HISTORY_TRACES',
    fallback: 'auto',
    values: ['auto', 'off'],
    meaning:
      '`auto`: the service uses what a node has of `trace_filter` with `trace_transaction`, the methods of Otterscan (`ots_…`), `trace_block` and `debug_traceBlockByHash`. The history then includes coin that contracts pay out. `off`: none of these methods, so the service searches for coin by balances, which takes more calls.',
  }),
  historySources: list({
    variable: 'LATCHKEY_HISTORY_SOURCES',
    isSecret: true,
    fallback: [],
    of: 'chains and the address of their explorer, like eip155:1=https://scan.example/api?apikey=KEY',
    isItem: isEip155Entry,
    meaning:
      'An older way to write LATCHKEY_SOURCES for explorers of the kind `etherscan`. The service asks those of LATCHKEY_SOURCES first.',
  }),
} as const
