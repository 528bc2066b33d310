import { changeWallet } from '../../../site/vault/changeWallet.js'
import { createWallet } from '../../../site/vault/createWallet.js'
import { deleteWallet } from '../../../site/vault/deleteWallet.js'
import { recoverWallet } from '../../../site/vault/recoverWallet.js'
import { unlockWallet } from '../../../site/vault/unlockWallet.js'
import type { WalletSession } from '../../../site/vault/WalletSession.js'
import type { Way } from '../../../site/vault/Way.js'
import { testPassword } from './createFullWallet.js'
import type { TestDevice } from './createTestDevice.js'

/** A user, the devices, and what the user has before a flow begins. */
export type Owned = {
  readonly device: TestDevice
  /** A device that the wallet does not know. */
  readonly other: TestDevice
  readonly user: string
  readonly addresses: { readonly eip155: string; readonly solana: string } | undefined
  readonly entropy: Uint8Array | undefined
  readonly kitSecret: Uint8Array<ArrayBuffer> | undefined
}

type Flow = {
  readonly name: 'create' | 'rotate' | 'recover' | 'delete'
  run(
    owned: Owned,
    sessions: { readonly own: WalletSession; readonly other: WalletSession },
  ): Promise<unknown>
}

/** What is done to wallets, each with everything that a visitor can do in it. */
export const flows: readonly Flow[] = [
  {
    name: 'create',
    async run(_, { own }) {
      const made = await createWallet(own, { label: 'Firefox' })
      return made.status === 'created' ? made.opened.version.addresses : made.held.addresses
    },
  },
  {
    name: 'rotate',
    async run(_, { own }) {
      const opened = await unlockWallet(own, { type: 'device' })
      const old = opened.version.slots.find(({ label }) => label === 'old')
      await changeWallet(own, opened, {
        add: [
          { type: 'password', label: 'second', password: `${testPassword} 2` },
          { type: 'kit', label: 'second' },
        ],
        remove: old === undefined ? [] : [old.id],
        isRotating: true,
      })
    },
  },
  {
    name: 'recover',
    async run(_, { other }) {
      await recoverWallet(other, { way: { type: 'password', password: testPassword }, label: 'Phone' })
    },
  },
  {
    name: 'delete',
    run: async (_, { own }) => deleteWallet(own, await unlockWallet(own, { type: 'device' })),
  },
]

/** The ways that open the wallet whatever becomes of the flow. */
export function waysOf({ kitSecret }: Owned): readonly Way[] {
  return [
    { type: 'device' },
    { type: 'password', password: testPassword },
    ...(kitSecret === undefined ? [] : [{ type: 'kit', secret: kitSecret } as const]),
  ]
}

/** Makes what a flow begins with: nothing, or a wallet with a device, a password, a kit, and a kit that will be removed. */
export async function begin(
  { name }: Flow,
  {
    device,
    other,
    user,
    connect,
  }: {
    readonly device: TestDevice
    readonly other: TestDevice
    readonly user: string
    readonly connect: (device: TestDevice) => WalletSession
  },
): Promise<Owned> {
  const nothing = { addresses: undefined, entropy: undefined, kitSecret: undefined }
  if (name === 'create') return { device, other, user, ...nothing }
  const session = connect(device)
  const made = await createWallet(session, { label: 'Firefox' })
  if (made.status !== 'created') throw new Error('the user has a wallet')
  const { opened, added } = await changeWallet(session, made.opened, {
    add: [
      { type: 'password', label: 'first', password: testPassword },
      { type: 'kit', label: 'first' },
      { type: 'kit', label: 'old' },
    ],
  })
  const secret = added[1]?.secret
  return {
    ...{ device, other, user, addresses: opened.version.addresses },
    entropy: opened.contents.entropy.slice(),
    kitSecret: secret?.type === 'kit' ? secret.secret : undefined,
  }
}
