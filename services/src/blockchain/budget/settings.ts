import { integer, list } from '../../shared/setting.js'
import { isDayEntry } from '../sources/sourceEntry.js'

/** The limits of what clients may have nodes do; part of `settingsTable`. */
export const budgetSettings = {
  rpcRate: integer({
    variable: 'LATCHKEY_RPC_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 1_000_000,
    meaning:
      'Calls per second that the service passes on to nodes for each project and client address. Each call of a list counts, and a call that costs a node more counts more: `eth_call` 2, `eth_getLogs` 10, and without an address 10 for each thousand blocks up to 1,000, `eth_getFilterLogs` 1,000, `eth_simulateV1` 20.',
  }),
  rpcBurst: integer({
    variable: 'LATCHKEY_RPC_BURST',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Calls passed on at once before the rate applies.',
  }),
  readRate: integer({
    variable: 'LATCHKEY_READ_RATE',
    fallback: 10,
    minimum: 1,
    maximum: 1_000_000,
    meaning:
      'Calls to nodes per second that requests of each project and client address for balances, histories, collectibles, names and prices may cause, counted like LATCHKEY_RPC_RATE. Stored answers cost nothing.',
  }),
  readBurst: integer({
    variable: 'LATCHKEY_READ_BURST',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Calls to nodes that such requests may cause at once before the rate applies.',
  }),
  indexerRate: integer({
    variable: 'LATCHKEY_INDEXER_RATE',
    fallback: 100,
    minimum: 1,
    maximum: 1_000_000,
    meaning:
      'Calls per minute to the indexers of LATCHKEY_SOURCES that requests of each project and client address may cause. Beyond it the next source is asked, at last the chain.',
  }),
  indexerBurst: integer({
    variable: 'LATCHKEY_INDEXER_BURST',
    fallback: 1_000,
    minimum: 1,
    maximum: 1_000_000,
    meaning: 'Calls to indexers that such requests may cause at once before the rate applies.',
  }),
  indexerPerDay: list({
    variable: 'LATCHKEY_INDEXER_PER_DAY',
    fallback: [],
    of: 'kinds of indexers and the calls that each allows in a day, like etherscan=100000',
    isItem: isDayEntry,
    meaning:
      'Calls per day that indexers of LATCHKEY_SOURCES and LATCHKEY_PRICE_SOURCES allow for each key, by kind. The service sends no more in any day, a quarter of them at once, and a client causes at most a third of them. Beyond it the next source is asked, at last the chain. Each process counts for itself, and from its start. If unset, no limit by the day.',
  }),
  projectClients: integer({
    variable: 'LATCHKEY_PROJECT_CLIENTS',
    fallback: 50,
    minimum: 1,
    maximum: 1_000_000,
    meaning:
      'How many times the calls of one client all clients of a project together may cause, so that a busy project leaves capacity for the others.',
  }),
} as const
