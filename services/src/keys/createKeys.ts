import type { HeldWallet } from 'latchkey/protocol'
import type { CheckLogin } from '../auth/login/Login.js'
import type { App } from '../shared/app.js'
import { repeat } from '../shared/clock.js'
import type { Context } from '../shared/context.js'
import { openDatabase } from '../shared/database/openDatabase.js'
import { messageOf } from '../shared/log.js'
import { createPasskeys } from './createPasskeys.js'
import type { DataKeys, UserRef } from './DataKeys.js'
import type { KeysNotice, KeysParts, Passkeys } from './Parts.js'
import { custodyOf } from './routes/heldWallet.js'
import { routeAccount } from './routes/routeAccount.js'
import { routeHalves } from './routes/routeHalves.js'
import { routeWallet } from './routes/routeWallet.js'
import { noStep, type Step } from './Step.js'
import { type AuditReport, createAuditLog } from './store/auditLog.js'
import { createBudgets } from './store/budgets.js'
import { createDeletions } from './store/deletions.js'
import { createShortLived } from './store/shortLived.js'
import { createSlots } from './store/slots.js'
import { createWallets } from './store/wallets.js'
import { type WalletTables, walletMigrations } from './store/walletTables.js'

export declare namespace createKeys {
  type Options = {
    /** Where the tables are if no setting names a database; without either they are in memory. */
    readonly directory: string | undefined
    /** The origin of the wallet's site. */
    readonly siteUrl: string
    readonly dataKeys: DataKeys
    readonly checkLogin: CheckLogin
    /** Removes what the login knows of a user, before the user's key is destroyed. */
    readonly forgetUser: (user: UserRef) => Promise<void>
    /** Ends the sessions of a user with the key of a device that was removed, and what they were passed on to, but for the keys that stay. */
    readonly endSessions: (user: UserRef, key: string, staying: readonly string[]) => Promise<void>
    /** Tells a user by mail. It is awaited, so it must only note what to send; of a deleted user nothing can be read afterwards. */
    readonly tell: (user: UserRef, notice: KeysNotice) => void | Promise<void>
    readonly step?: Step | undefined
  }
}

/** The key service of the embedded wallet. */
export type Keys = {
  /** Adds the routes below `/keys/v1` to the app of the wallet's site. */
  route(app: App): void
  /** Returns the addresses of a user's wallet; nothing if there is none yet. */
  readAccount(user: UserRef): Promise<Pick<HeldWallet, 'addresses' | 'custody'> | undefined>
  /** The passkeys of wallets, with which visitors can log in too. */
  readonly passkeys: Passkeys
  /** Checks the logs of all projects. */
  verifyAudit(): Promise<readonly (AuditReport & { readonly project: string })[]>
  /** Notes the newest entry of each project's log; the service does so each hour. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

const hour = 3_600_000

/**
 * Opens the key service (spec §10 "Keys"): vaults, ways in, the server's halves, and the log. It never sees what opens a vault of custody
 * `self`.
 */
export async function createKeys(context: Context, options: createKeys.Options): Promise<Keys> {
  const { settings, clock, log, health } = context
  const { dataKeys, siteUrl, step = noStep, tell, checkLogin, forgetUser, endSessions } = options
  const now = () => clock.now()
  const onTrouble = ({ message }: Error) => log.warn('keys.database', { reason: message })
  const { database, kind } = await openDatabase<WalletTables>(
    { databaseUrl: settings.databaseUrl, directory: options.directory, onTrouble, health },
    { name: 'keys', migrations: walletMigrations },
  )
  const audit = createAuditLog(database, dataKeys, now)
  const wallets = createWallets(database, { keys: dataKeys, audit, now, step })
  const slots = createSlots(database, { keys: dataKeys, now, step })
  const deletions = createDeletions(database, { kind, keys: dataKeys, audit, forgetUser, now, step })
  const passkeys = createPasskeys(siteUrl, slots)
  const budgets = createBudgets(database, now)
  const parts: KeysParts = {
    ...{
      context,
      siteUrl,
      checkLogin,
      wallets,
      slots,
      audit,
      budgets,
      deletions,
      passkeys,
      tell,
      endSessions,
    },
    shortLived: createShortLived(database, now),
    handleOf: ({ project, user }) => dataKeys.lookup(project, 'passkey user', user),
  }

  async function checkpoint(): Promise<void> {
    for (const { project, seq, mac } of await audit.checkpoint())
      log.info('keys.checkpoint', { project, count: seq, code: mac })
  }
  const tryAll = () =>
    Promise.all([checkpoint(), deletions.finishAll(), budgets.sweep()]).catch((error: unknown) =>
      log.error('keys.hourly', { error: messageOf(error) }),
    )
  const stop = repeat(clock, () => void tryAll(), hour)
  // Deletions that a crash interrupted.
  void tryAll()

  return {
    route(app) {
      app.use('/keys/v1/*', async (c, next) => {
        await next()
        c.header('cache-control', 'no-store')
        // Lets a browser see that its clock is off.
        c.header('date', new Date(clock.now()).toUTCString())
      })
      routeWallet(app, parts)
      routeHalves(app, parts)
      routeAccount(app, parts)
    },
    async readAccount(user) {
      const row = await wallets.find(user)
      const current = row === undefined || row.isDeleting ? undefined : await wallets.read(row)
      return current && { addresses: current.version.addresses, custody: custodyOf(current.version) }
    },
    passkeys,
    async verifyAudit() {
      const projects = await audit.projects()
      return Promise.all(projects.map(async (project) => ({ project, ...(await audit.verify(project)) })))
    },
    checkpoint,
    async close() {
      stop()
      await database.destroy()
    },
  }
}
