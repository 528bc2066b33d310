import type { Page } from '@playwright/test'
import { mnemonicToAccount } from 'viem/accounts'
import { EmbeddedWallet } from '../pages/EmbeddedWallet.js'
import { keepMessages, readHeap, withWholeTexts } from '../pages/hostMemory.js'
import { expect, test } from '../pages/test.js'
import { Wire } from '../pages/Wire.js'
import { listenToWorkers, secretsOf, tokensOf } from '../pages/walletSecrets.js'
import { stack } from '../setup/stack.js'

// The secrets of an embedded wallet are searched for where they must not be: in the memory of the page that embeds it, and on the wire. Logs, disk and
// database are searched beside the services (`canaries.test.ts`, `leaks.test.ts`).

test.use({ launchOptions: withWholeTexts() })

test('no key, half, word or token of a wallet is in the heap of the host’s page, or on the wire where it must not be', async ({
  page,
  context,
}) => {
  await listenToWorkers(context)
  await keepMessages(page)
  const wire = new Wire(context)
  await page.goto(stack.demo)
  const wallet = new EmbeddedWallet(page)
  const email = await wallet.logIn()
  await wallet.modal.expectClosed()
  await page.getByRole('button', { name: 'Sign and verify' }).click()
  await wallet.approve.click()
  await expect(page.getByText('Verified: this account signed it.')).toBeVisible()
  const { words, popup } = await wallet.showWords()
  const account = mnemonicToAccount(words)
  expect(account.address).toBe(await wallet.address())

  // All that the workers gave to ciphers: the words, the seed, the halves of the device and of the service, the keys of slots and vault.
  const heard = [...(await secretsOf(page)), ...(await secretsOf(popup))]
  expect(heard.map(String), 'the workers are listened to').toContain(words)
  const privateKey = Buffer.from(account.getHdKey().privateKey ?? [])
  const secrets = [privateKey, ...heard].flatMap(spellings)
  const tokens = [...(await tokensOf(page)), ...(await tokensOf(popup))]
  const requests = await wire.read()
  const among = (canaries: readonly string[], texts: readonly string[]) =>
    canaries.filter((canary) => texts.some((text) => text.includes(canary)))

  await test.step('the heap of the host’s page', async () => {
    // A frame that shared the isolate would have no session of its own.
    const frame = page.frames().find((one) => one.url().startsWith(stack.site))
    await (await context.newCDPSession(frame ?? page)).detach()
    const planted = { text: 'c0ffee'.repeat(10), bytes: Buffer.from('the bytes of a canary') }
    await plant(page, planted.text, [...planted.bytes])
    const heap = [await readHeap(page)]
    const found = [planted.text, planted.bytes.toString('hex')]
    expect(among(found, heap), 'what was planted').toEqual(found)
    expect(among([...secrets, ...tokens], heap)).toEqual([])
    // The address and the code are typed in the host's page: the modal is part of it.
    expect(among([email], heap)).toEqual([email])
  })

  await test.step('the wire', async () => {
    const texts = requests.flatMap(({ url, sent, received }) => [url, sent, received])
    expect(among(secrets, texts)).toEqual([])
    // Servers write addresses into their logs, so a token goes to the services in a header or a body only.
    expect(
      among(
        [...tokens, email, encodeURIComponent(email)],
        requests.map(({ url }) => url),
      ),
    ).toEqual([])
    const origins = [stack.demo, stack.services, stack.site, ...stack.chains]
    expect(
      requests.map(({ url }) => new URL(url).origin).filter((origin) => !origins.includes(origin)),
    ).toEqual([])
    const toServices = requests.filter(({ url }) => /\/(auth|keys)\/v1\//.test(url))
    const toOthers = requests.filter((request) => !toServices.includes(request))
    expect(
      among(
        [...tokens, email],
        toOthers.map(({ sent }) => sent),
      ),
    ).toEqual([])
    const own = [...tokens, email]
    expect(
      among(
        own,
        toServices.flatMap(({ sent, received }) => [sent, received]),
      ),
      'what is on the wire',
    ).toEqual(own)
  })
  await popup.close()
})

/** Puts a text into the page's memory, and has it hear bytes. */
async function plant(page: Page, text: string, bytes: readonly number[]) {
  await page.evaluate(
    async ([canary, all]) => {
      Object.assign(window, { planted: JSON.stringify({ before: 'x'.repeat(5_000), canary }) })
      const { port1, port2 } = new MessageChannel()
      const heard = new Promise((resolve) => {
        port2.onmessage = ({ data }) => resolve(data)
      })
      port1.postMessage({ bytes: new Uint8Array(all) })
      await heard
    },
    [text, bytes] as const,
  )
}

/** How bytes may be written. Those of a few are in everything. */
function spellings(bytes: Buffer): readonly string[] {
  if (bytes.length < 16) return []
  const [hex, base64] = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]
  return [hex, hex.toUpperCase(), base64, bytes.toString('base64url'), bytes.join(), bytes.toString('latin1')]
}
