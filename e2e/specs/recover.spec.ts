import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { buildRecover } from '../../services/recover/build.mjs'
import { makeTestKit } from '../../services/site/vault/testing/makeTestKit.js'

// The offline tool opens a kit in a browser that has no network, from a file on the disk.

const folder = mkdtempSync(join(tmpdir(), 'latchkey-recover-page-'))
test.beforeAll(() => buildRecover(folder))
test.afterAll(() => rmSync(folder, { recursive: true }))

test('a kit opens in a page from the disk, without a network and without any request', async ({
  page,
  context,
}) => {
  const { kit, words } = await makeTestKit(new Uint8Array(16))
  const file = join(folder, 'kit.json')
  writeFileSync(file, JSON.stringify(kit))
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await context.setOffline(true)
  const address = pathToFileURL(join(folder, 'recover.html')).href
  await page.goto(address)

  await page.getByLabel('The kit’s file').setInputFiles(file)
  await page.getByLabel('The 24 words').fill(words.slice(1).join(' '))
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('alert')).toHaveText('a kit has 24 words, these are 23')

  await page.getByLabel('The 24 words').fill(words.join(' '))
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.locator('#eip155')).toHaveText('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  await expect(page.locator('#solana')).toHaveText('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  await expect(page.locator('#own')).toHaveText(`${'abandon '.repeat(11)}about`)
  await expect(page.getByLabel('The 24 words')).toHaveValue('')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(page.locator('#own')).toHaveText('')
  expect(requests).toEqual([address])
  expect(problems).toEqual([])

  // What a script that got into the page would try.
  const blocked = await page.evaluate(() => fetch('https://evil.example').then(String, () => 'blocked'))
  expect(blocked).toBe('blocked')
})
