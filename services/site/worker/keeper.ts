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
import type { KeyCalls } from '../vault/KeyCalls.js'
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
import type { Handover, Opening, PageApi, WalletFacts, WalletStatus, WayIn } from './walletApi.js'

type Parameters = {
  readonly calls: KeyCalls
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
  calls,
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
    return { calls, user: current.id, key: await key(), device, now: Date.now }
  }

  function lock() {
    hold.drop()
    held = undefined
  }

  /** The visitor may have left while the work went on, or another one come. */
  const isStill = async ({ user: id }: WalletSession) => (await user())?.id === id

  /** Keeps an opened wallet, unless its visitor has left meanwhile. */
  async function keep(own: WalletSession, wallet: OpenedWallet): Promise<OpenedWallet> {
    if (!(await isStill(own))) {
      lockWallet(wallet)
      throw notConnected()
    }
    hold.put(wallet)
    return wallet
  }

  async function refresh(own: WalletSession): Promise<WalletFacts> {
    const { held: found } = await readWallet(own)
    if (!(await isStill(own))) throw notConnected()
    held = found
    if (held === undefined) throw new VaultError('no-way', 'there is no wallet')
    return factsOf(held)
  }

  async function opened(own: WalletSession): Promise<OpenedWallet> {
    const kept = hold.get()
    if (kept !== undefined) return kept
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
  async function change(options: changeWallet.Options): Promise<changeWallet.Result> {
    const own = await session()
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
    await change({ add: [way] })
    return refresh(await session())
  }

  function wayOf(opening: Opening): Way {
    switch (opening.way) {
      case 'password':
        return { type: 'password', password: opening.password }
      case 'kit':
        return { type: 'kit', secret: readKitWords(opening.words) }
      case 'passkey':
        return { type: 'passkey', ask: askPasskey }
      case 'surface':
        return { type: 'surface', open: (place) => takeOver(place, opening.sealed) }
    }
  }

  async function takeOver(
    place: { readonly project: string; readonly wallet: string; readonly epoch: number },
    sealed: Handover,
  ) {
    const pair = invitation
    invitation = undefined
    const current = await user()
    if (pair === undefined || current === undefined) throw new VaultError('damaged', 'nothing was asked for')
    try {
      return await openHandover(pair, { ...place, user: current.id }, sealed)
    } finally {
      wipe(pair.privateKey)
    }
  }

  const kits = createKits({ unkept, change, refresh: async () => refresh(await session()) })

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
      held = found
      if (!isLasting) return { status: 'elsewhere' }
      if (found === undefined) {
        const created = await createWallet(own, { label })
        if (created.status === 'created') {
          await keep(own, created.opened)
          return { status: 'ready', wallet: await refresh(own) }
        }
        held = created.held
      }
      try {
        await opened(own)
        await kits.dropOld()
        return { status: 'ready', wallet: await refresh(own) }
      } catch (error) {
        if (!(error instanceof VaultError) || error.code !== 'no-way') throw error
        const opensByLogin = held?.slots.some(({ type }) => type === 'operator')
        if (opensByLogin) return { status: 'ready', wallet: await recover({ type: 'operator' }) }
        return { status: 'locked', ways: held === undefined ? [] : waysOf(held) }
      }
    },

    recover: (opening: Opening) => recover(wayOf(opening)),
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
      await change({ remove: [slot] })
      return refresh(await session())
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

    /** The 12 words, which the account's log notes. */
    async words(): Promise<string> {
      const own = await session()
      await calls.noteExport()
      return wordsOf((await opened(own)).contents.entropy)
    },

    /** Deletes the account, which the opened wallet signs. A device that does not open it deletes nothing. */
    async erase() {
      const own = await session()
      // Not checked against what was seen: a deletion whose answer was lost leaves no wallet.
      const { wallet } = await calls.wallet()
      // Another tab may have replaced the key meanwhile.
      if (hold.get()?.version.epoch !== wallet?.epoch) hold.drop()
      await deleteWallet(own, wallet === undefined ? undefined : await opened(own))
    },
  }

  async function recover(way: Way): Promise<WalletFacts> {
    const own = await session()
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
