import { base64urlnopad } from '@scure/base'
import type { HeldWallet, LoginUser } from 'latchkey/protocol'
import { SiteError } from '../page/toFrameError.js'
import { asBytes, toText, wipe } from '../vault/bytes.js'
import { changeWallet } from '../vault/changeWallet.js'
import { createHold } from '../vault/createHold.js'
import { createWallet } from '../vault/createWallet.js'
import { deleteWallet } from '../vault/deleteWallet.js'
import { openHandover, sealHandover } from '../vault/handover.js'
import { createKeyPair, type KeyPair } from '../vault/hpke.js'
import { isStoredDamage, type KeyCalls } from '../vault/KeyCalls.js'
import { readKitWords } from '../vault/kit/kitWords.js'
import { wordsOf } from '../vault/kit/openKit.js'
import { type OpenedSigners, openSigners } from '../vault/openSigners.js'
import { recoverWallet } from '../vault/recoverWallet.js'
import { readWallet, unlockWallet } from '../vault/unlockWallet.js'
import { VaultError } from '../vault/VaultError.js'
import { lock as lockWallet, type OpenedWallet } from '../vault/vault.js'
import type { DeviceStore, WalletSession } from '../vault/WalletSession.js'
import type { AskPasskey, NewWay, Way } from '../vault/Way.js'
import { createKits, type UnkeptKits } from './createKits.js'
import type { Handover, LogEntry, Opening, PageApi, WalletFacts, WalletStatus, WayIn } from './walletApi.js'

type Parameters = {
  /** The key calls of one visitor, which fail once somebody else is logged in. */
  readonly callsOf: (user: string) => KeyCalls
  readonly device: DeviceStore
  readonly page: PageApi
  /** The thumbprint of the surface's key. */
  readonly key: () => Promise<string>
  readonly user: () => Promise<LoginUser | undefined>
  /** Whether this surface can keep keys. */
  readonly isLasting: boolean
  /** This device's name, for the list of ways in. */
  readonly label: string
  readonly setTimer: (callback: () => void, delay: number) => () => void
  readonly unkept: UnkeptKits
}

export type Keeper = ReturnType<typeof createKeeper>

/** Keeps the wallet of the logged-in visitor: makes, opens, changes and locks it. The opened wallet never leaves this closure. */
export function createKeeper({
  callsOf,
  device,
  page,
  key,
  user,
  isLasting,
  label,
  setTimer,
  unkept,
}: Parameters) {
  const hold = createHold(setTimer)
  let held: HeldWallet | undefined
  let heldFor: string | undefined
  /** The key that another surface seals the vault key to, once. */
  let invitation: KeyPair | undefined

  async function session(): Promise<WalletSession> {
    const current = await user()
    if (current === undefined) throw notConnected()
    // Another visitor has logged in: nothing of the one before stays open.
    if (heldFor !== current.id) lock()
    heldFor = current.id
    return { calls: callsOf(current.id), user: current.id, key: await key(), device, now: Date.now }
  }

  function lock() {
    hold.drop()
    held = undefined
  }

  /** The visitor may have left while the work went on, or another one come. */
  const isStill = async ({ user: id }: WalletSession) => (await user())?.id === id && heldFor === id

  /** Keeps an opened wallet, unless its visitor has left meanwhile. */
  async function keep(own: WalletSession, wallet: OpenedWallet): Promise<OpenedWallet> {
    if (!(await isStill(own))) {
      lockWallet(wallet)
      throw notConnected()
    }
    hold.put(wallet)
    return wallet
  }

  async function note(own: WalletSession, found: HeldWallet | undefined): Promise<void> {
    if (!(await isStill(own))) throw notConnected()
    held = found
  }

  async function refresh(own: WalletSession): Promise<WalletFacts> {
    await note(own, (await readWallet(own)).held)
    if (held === undefined) throw new VaultError('no-way', 'there is no wallet')
    return factsOf(held)
  }

  async function opened(own: WalletSession): Promise<OpenedWallet> {
    const kept = hold.get()
    if (kept !== undefined && heldFor === own.user) return kept
    return keep(own, await unlockWallet(own, { type: 'device' }))
  }

  const askPasskey: AskPasskey = async ({ challenge, rpId, credentials }) => {
    const answer = await page.askPasskey({
      challenge,
      rpId,
      credentials: credentials.map(({ credentialId, salt }) => ({
        credentialId,
        salt: base64urlnopad.encode(salt),
      })),
    })
    return { ...answer, prf: asBytes(answer.prf) }
  }

  /** Changes the ways in; another tab's change in between is read and tried once more. */
  async function change(own: WalletSession, options: changeWallet.Options): Promise<changeWallet.Result> {
    const attempt = async () => {
      const before = await opened(own)
      const result = await changeWallet(own, before, options)
      await keep(own, result.opened)
      return result
    }
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof VaultError) || error.code !== 'conflict') throw error
      hold.drop()
      return await attempt()
    } finally {
      await refresh(own).catch(() => undefined)
    }
  }

  async function add(way: NewWay): Promise<WalletFacts> {
    const own = await session()
    await change(own, { add: [way] })
    return refresh(own)
  }

  function wayOf(own: WalletSession, opening: Opening): Way {
    switch (opening.way) {
      case 'password':
        return { type: 'password', password: opening.password }
      case 'kit':
        return { type: 'kit', secret: readKitWords(opening.words) }
      case 'passkey':
        return { type: 'passkey', ask: askPasskey }
      case 'surface':
        return { type: 'surface', open: (place) => takeOver(own, place, opening.sealed) }
    }
  }

  async function takeOver(
    { user }: WalletSession,
    place: { readonly project: string; readonly wallet: string; readonly epoch: number },
    sealed: Handover,
  ) {
    const pair = invitation
    invitation = undefined
    if (pair === undefined) throw new VaultError('damaged', 'nothing was asked for')
    try {
      return await openHandover(pair, { ...place, user }, sealed)
    } finally {
      wipe(pair.privateKey)
    }
  }

  const kits = createKits({ unkept, session, change, refresh })

  return {
    lock,
    /** Another tab has logged in or out: what is open of somebody else is locked. */
    async lockOthers() {
      if (heldFor !== (await user())?.id) lock()
    },
    ...kits,

    /** Makes the wallet on the first login, and opens it otherwise. */
    async open(): Promise<WalletStatus> {
      const own = await session()
      const { held: found } = await readWallet(own)
      await note(own, found)
      if (!isLasting) return { status: 'elsewhere' }
      if (found === undefined) {
        const created = await createWallet(own, { label })
        if (created.status === 'created') {
          await keep(own, created.opened)
          return { status: 'ready', wallet: await refresh(own) }
        }
        await note(own, created.held)
      }
      try {
        await opened(own)
        await kits.dropOld(own)
        return { status: 'ready', wallet: await refresh(own) }
      } catch (error) {
        const isGone = error instanceof VaultError && error.code === 'no-way'
        if (!isGone && !isStoredDamage(error)) throw error
        // Another device may have changed the ways in since.
        await note(own, (await readWallet(own)).held)
        // Where the service has lost its half of this device's way in, another way opens the wallet.
        const hasOthers = held?.slots.some(({ isOwn }) => !isOwn) ?? false
        if (!isGone && !hasOthers) throw error
        const opensByLogin = held?.slots.some(({ type }) => type === 'operator')
        if (opensByLogin) return { status: 'ready', wallet: await recover(own, { type: 'operator' }) }
        return { status: 'locked', ways: held === undefined ? [] : waysOf(held) }
      }
    },

    async recover(opening: Opening) {
      const own = await session()
      return recover(own, wayOf(own, opening))
    },
    invite() {
      invitation = createKeyPair()
      return toText(invitation.publicKey)
    },
    async handOver(key: string): Promise<Handover> {
      const own = await session()
      return sealHandover(key, await opened(own), own.user)
    },

    addPassword: (password: string, name: string) => add({ type: 'password', label: name, password }),
    addPasskey: (name: string, account: string) =>
      add({
        type: 'passkey',
        label: name,
        ask: askPasskey,
        register: ({ challenge, rpId, userHandle, salt }) =>
          page.registerPasskey({
            challenge,
            rpId,
            userHandle,
            salt: base64urlnopad.encode(salt),
            name: account,
          }),
      }),

    async remove(slot: string) {
      const own = await session()
      await change(own, { remove: [slot] })
      return refresh(own)
    },

    /** Runs work with the keys, which are overwritten afterwards. */
    async withSigners<result>(work: (signers: OpenedSigners) => Promise<result>): Promise<result> {
      const signers = await openSigners((await opened(await session())).contents.entropy)
      try {
        return await work(signers)
      } finally {
        signers.close()
      }
    },

    /** The addresses, without opening anything. */
    async addresses() {
      const own = await session()
      if (held === undefined) await refresh(own)
      if (held === undefined) throw new VaultError('no-way', 'there is no wallet')
      return held.addresses
    },

    /** What has happened to the account. */
    async log(): Promise<readonly LogEntry[]> {
      const { entries } = await (await session()).calls.audit()
      return entries.map(({ event, at, label }) => ({ event, at, label }))
    },

    /** The 12 words, which the account's log notes. */
    async words(): Promise<string> {
      const own = await session()
      await own.calls.noteExport()
      return wordsOf((await opened(own)).contents.entropy)
    },

    /** Deletes the account, which the opened wallet signs. A device that does not open it deletes nothing. */
    async erase() {
      const own = await session()
      // Not checked against what was seen: a deletion whose answer was lost leaves no wallet.
      const { wallet } = await own.calls.wallet()
      // Another tab may have replaced the key meanwhile.
      if (hold.get()?.version.epoch !== wallet?.epoch) hold.drop()
      await deleteWallet(own, wallet === undefined ? undefined : await opened(own))
    },
  }

  async function recover(own: WalletSession, way: Way): Promise<WalletFacts> {
    try {
      await keep(own, await recoverWallet(own, { way, label }))
    } finally {
      if (way.type === 'kit') way.secret.fill(0)
    }
    return refresh(own)
  }
}

const notConnected = () => new SiteError('not_connected', 'Log in to your wallet first', { rpc: 4900 })

function waysOf({ slots }: HeldWallet): readonly WayIn[] {
  return slots.map(({ id, type, label, createdAt, usedAt, isOwn }) => ({
    id,
    type,
    label,
    createdAt,
    usedAt,
    isOwn,
  }))
}

function factsOf(wallet: HeldWallet): WalletFacts {
  const ways = waysOf(wallet)
  return {
    addresses: wallet.addresses,
    custody: wallet.custody,
    ways,
    isBackedUp: ways.some(({ type }) => type !== 'device'),
  }
}
