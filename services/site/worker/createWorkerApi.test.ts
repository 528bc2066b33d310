import { deleteAccount, endLogin, getWallet, loginByCode, loginByEmail } from 'latchkey/protocol'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Chain } from '../accounts/Chain.js'
import { createWorkerApi } from './createWorkerApi.js'
import type { Kept } from './storage.js'

const { entries } = vi.hoisted(() => ({ entries: new Map<string, unknown>() }))
vi.mock('./storage.js', () => ({
  async openKept(): Promise<Kept> {
    return {
      isLasting: true,
      get: async (name) => entries.get(name),
      set: async (name, value) => void entries.set(name, value),
      async ensure(name, make) {
        if (!entries.has(name)) entries.set(name, await make())
        return entries.get(name) as Awaited<ReturnType<typeof make>>
      },
      async remove(...names) {
        for (const name of names) entries.delete(name)
      },
    }
  },
}))

beforeEach(() => entries.clear())

const chains = ['eip155:1', 'eip155:137'].map((id) => ({ id }) as Chain)

/** Starts the worker of a browser, whose server logs in whoever is named. */
async function start() {
  let next = ''
  let changes = 0
  const answers: { readonly [path: string]: () => object } = {
    [loginByEmail.path]: () => ({ flow: 'f'.repeat(43), action: 'VERIFY_OTP', expiresIn: 300, retryIn: 30 }),
    [loginByCode.path]: () => ({
      ...{ token: 't'.repeat(43), refreshToken: 'r'.repeat(43), expiresIn: 900 },
      user: { id: next, email: `${next}@mail.example`, userName: null, way: 'email' },
    }),
    [getWallet.path]: () => ({ project: 'acme' }),
    [deleteAccount.path]: () => ({}),
    [endLogin.path]: () => ({}),
  }
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = answers[new URL(url).pathname]
    return Response.json(answer?.() ?? {}, { status: answer === undefined ? 404 : 200 })
  })
  const passkey = () => Promise.reject(new Error('no passkeys here'))
  const { api } = createWorkerApi({
    page: () => ({ registerPasskey: passkey, askPasskey: passkey }),
    origin: 'https://wallet.example',
    onChange: () => void changes++,
    onEnd() {},
  })
  await api.start({ projectId: 'acme', host: 'https://app.example', surface: 'window', chains })
  return {
    api,
    changes: () => changes,
    async logIn(user: string) {
      next = user
      await api.loginByEmail('a@mail.example')
      await api.loginByCode('123456')
    },
  }
}

test('what one visitor has chosen is not chosen for the next one, and waits for them', async () => {
  const { api, logIn } = await start()
  await logIn('anna')
  await api.setAccountType('smartAccount')
  await api.switchChain('eip155:137')
  await logIn('bert')
  expect([await api.accountType(), await api.chain()]).toEqual(['eoa', 'eip155:1'])
  await logIn('anna')
  expect([await api.accountType(), await api.chain()]).toEqual(['smartAccount', 'eip155:137'])
})

test('what a host prefers counts until the visitor has chosen', async () => {
  const { api, logIn } = await start()
  await logIn('anna')
  await api.setAccountType('smartAccount', true)
  expect(await api.accountType()).toBe('smartAccount')
  await api.setAccountType('eoa')
  await api.setAccountType('smartAccount', true)
  expect(await api.accountType()).toBe('eoa')
})

test('other tabs hear of the type that the visitor chooses, not of what a host prefers', async () => {
  const { api, logIn, changes } = await start()
  await logIn('anna')
  const before = changes()
  await api.setAccountType('smartAccount', true)
  expect(changes()).toBe(before)
  await api.setAccountType('eoa')
  expect(changes()).toBe(before + 1)
})

test('a host chooses the chain before anybody has logged in', async () => {
  const { api, logIn } = await start()
  await api.switchChain('eip155:137')
  await logIn('carl')
  expect(await api.chain()).toBe('eip155:137')
})

test('nothing is kept of a deleted account', async () => {
  const { api, logIn } = await start()
  await logIn('dora')
  await api.setAccountType('smartAccount')
  await api.switchChain('eip155:137')
  await api.revokePermission('0x01')
  const own = () => [...entries.keys()].filter((name) => name.endsWith(' dora')).sort()
  expect(own()).toEqual(['accountType dora', 'chain dora', 'records dora'])
  await api.deleteAccount()
  expect(own()).toEqual([])
})
