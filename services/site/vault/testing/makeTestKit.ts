import { deriveAccounts } from '../accounts.js'
import { type Bytes, random, randomId, toText } from '../bytes.js'
import { createKeyPair } from '../hpke.js'
import { type Kit, makeKit } from '../kit/Kit.js'
import { kitWordsOf } from '../kit/kitWords.js'
import { lockSlot } from '../slotLock.js'
import { buildVersion } from '../writeVersion.js'

export type TestKit = { readonly kit: Kit; readonly words: readonly string[]; readonly entropy: Bytes }

/** Makes a wallet with a kit as its only way in, without any server. */
export async function makeTestKit(entropy: Bytes = random(16)): Promise<TestKit> {
  const place = { project: 'acme', wallet: randomId() }
  const [id, secret, vaultKey] = [randomId(), random(32), random(32)]
  const { privateKey, publicKey } = createKeyPair()
  const halves = { client: secret.slice(), server: new Uint8Array() }
  const { addresses } = await deriveAccounts(entropy)
  const locked = await lockSlot({ place, id, type: 'kit', addresses }, halves, privateKey)
  const version = await buildVersion({
    opened: { place, vaultKey, contents: { entropy, createdAt: Date.UTC(2026, 1, 3) } },
    slots: [{ id, type: 'kit', label: 'Paper', publicKey: toText(publicKey), locked }],
    ...{ epoch: 1, number: 1, addresses },
  })
  const [slot] = version.slots
  if (slot === undefined) throw new Error('no slot')
  return { kit: makeKit({ place, version }, slot), words: kitWordsOf(secret), entropy }
}
