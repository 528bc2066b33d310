import { expect, test } from 'vitest'
import { deriveAccounts } from './accounts.js'
import { random, randomId, toText } from './bytes.js'
import { openHandover, sealHandover } from './handover.js'
import { createKeyPair } from './hpke.js'
import { lockSlot } from './slotLock.js'
import { buildVersion } from './writeVersion.js'

async function makeOpened() {
  const place = { project: 'acme', wallet: randomId() }
  const [id, vaultKey, entropy] = [randomId(), random(32), random(16)]
  const { privateKey, publicKey } = createKeyPair()
  const halves = { client: random(32), server: new Uint8Array() }
  const contents = { entropy, createdAt: 0 }
  const { addresses } = await deriveAccounts(entropy)
  const locked = await lockSlot({ place, id, type: 'kit', addresses }, halves, privateKey)
  const version = await buildVersion({
    opened: { place, vaultKey, contents },
    slots: [{ id, type: 'kit', label: 'Paper', publicKey: toText(publicKey), locked }],
    ...{ epoch: 3, number: 5, addresses },
  })
  return { place, vaultKey, contents: { ...contents, slots: [] }, version }
}

test('the surface that has asked opens the vault key', async () => {
  const opened = await makeOpened()
  const pair = createKeyPair()
  const sealed = await sealHandover(toText(pair.publicKey), opened, 'user-1')
  const place = { ...opened.place, epoch: 3, user: 'user-1' }
  expect(await openHandover(pair, place, sealed)).toEqual(opened.vaultKey)
})

test.each([
  ['another visitor', { user: 'user-2' }],
  ['another wallet', { wallet: 'other' }],
  ['another project', { project: 'other' }],
  ['another epoch', { epoch: 4 }],
])('%s does not', async (_name, change) => {
  const opened = await makeOpened()
  const pair = createKeyPair()
  const sealed = await sealHandover(toText(pair.publicKey), opened, 'user-1')
  const place = { ...opened.place, epoch: 3, user: 'user-1', ...change }
  await expect(openHandover(pair, place, sealed)).rejects.toMatchObject({ code: 'damaged' })
})

test('another key does not open it, and nothing is sealed to what is no key', async () => {
  const opened = await makeOpened()
  const sealed = await sealHandover(toText(createKeyPair().publicKey), opened, 'user-1')
  const place = { ...opened.place, epoch: 3, user: 'user-1' }
  await expect(openHandover(createKeyPair(), place, sealed)).rejects.toMatchObject({ code: 'damaged' })
  await expect(sealHandover('AAAA', opened, 'user-1')).rejects.toMatchObject({ code: 'damaged' })
  await expect(sealHandover(toText(new Uint8Array(65)), opened, 'user-1')).rejects.toMatchObject({
    code: 'damaged',
  })
})
