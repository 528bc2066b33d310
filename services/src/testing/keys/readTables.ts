import { type DataTables, dataMigrations } from '../../keys/data/dataTables.js'
import { type WalletTables, walletMigrations } from '../../keys/store/walletTables.js'
import { openDatabase } from '../../shared/database/openDatabase.js'

type Place = Pick<openDatabase.Place, 'databaseUrl' | 'directory'>

/** Opens the key service's tables as somebody does who has the database: to read and to change them. */
export async function openTables(place: Place) {
  const wallets = await openDatabase<WalletTables>(place, { name: 'keys', migrations: walletMigrations })
  const data = await openDatabase<DataTables>(place, { name: 'data-keys', migrations: dataMigrations })
  return {
    wallets: wallets.database,
    data: data.database,
    async close() {
      await wallets.database.destroy()
      await data.database.destroy()
    },
  }
}

const walletTables = [
  'keys_wallets',
  'keys_versions',
  'keys_pending',
  'keys_slots',
  'keys_credentials',
  'keys_budgets',
  'keys_challenges',
  'keys_requests',
  'keys_audit',
  'keys_checkpoints',
  'keys_tombstones',
  'keys_rendezvous',
] as const satisfies readonly (keyof WalletTables)[]

/** Reads every row of every table, as JSON: a copy of the database. */
export async function dumpTables(place: Place): Promise<string> {
  const { wallets, data, close } = await openTables(place)
  const rows = [
    ...(await Promise.all(walletTables.map((table) => wallets.selectFrom(table).selectAll().execute()))),
    await data.selectFrom('data_projects').selectAll().execute(),
    await data.selectFrom('data_users').selectAll().execute(),
  ]
  await close()
  return JSON.stringify(rows)
}
