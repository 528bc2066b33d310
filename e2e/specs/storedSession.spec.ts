import { DemoPage } from '../pages/DemoPage.js'
import { expect, test } from '../pages/test.js'

// Other scripts of the app's origin, extensions and older versions can write to the database of the sessions.

type Items = { readonly [name: string]: unknown }

/** Values that no version of the kit writes. */
const hostile: readonly unknown[] = [
  null,
  -1,
  2 ** 53,
  '',
  [],
  {},
  '<img src=x onerror=alert(1)>',
  'x'.repeat(100_000),
  ['__proto__'],
  { __proto__: null, constructor: 'x' },
]

test('any value in a stored session leads to a working page, and the visitor can connect anew', async ({
  page,
  modal,
  remoteWallet,
}) => {
  test.setTimeout(180_000)
  const demo = new DemoPage(page)
  await demo.open()
  await demo.openModal()
  await remoteWallet.pair(await modal.copyPairingLink())
  await demo.expectStatus('connected')
  const sound = await page.evaluate(readItems)
  // The kit's own items are put back too: without a session it forgets which wallet was connected.
  const own = await page.evaluate(() => ({ ...localStorage }))
  const names = Object.keys(sound)
  expect(names.filter((name) => name.includes('.topic.'))).not.toEqual([])

  const all = spoiled(sound)
  // All of them take over a minute: `LONG_RUNS=1` runs them.
  const cases = process.env.LONG_RUNS ? all : all.filter((_, index) => index % 4 === 0)
  for (const [index, { items, changed }] of cases.entries()) {
    await page.evaluate(writeItems, items)
    await page.reload()
    await expect(
      page.getByText(/^(connected|disconnected)$/).first(),
      `case ${index}: ${changed}`,
    ).toBeVisible()
    await page.evaluate(writeItems, sound)
    await page.evaluate((items) => Object.assign(localStorage, items), own)
    await page.reload()
    await expect(demo.connection, `after case ${index}: ${changed}`).toContainText(/Statusconnected/)
  }

  // A session without accounts was ended on both sides, so the visitor connects anew.
  await page.evaluate(writeItems, {})
  await page.reload()
  await demo.expectStatus('disconnected')
  await demo.openModal()
  await remoteWallet.pair(await modal.copyPairingLink())
  await demo.expectStatus('connected')
  await demo.sign()
  await expect(demo.card('Sign a message')).toContainText('Verified')
})

/** The items, each time with one of them replaced, or one field of one of them. */
function spoiled(sound: Items): readonly { readonly items: Items; readonly changed: string }[] {
  let turn = 0
  const next = () => hostile[turn++ % hostile.length]
  return Object.entries(sound).flatMap(([name, text]) => {
    const value: unknown = JSON.parse(String(text))
    const fields = pathsOf(value).map((path) => ({
      items: { ...sound, [name]: JSON.stringify(replaced(value, path, next())) },
      changed: `${name} ${path.join('.')}`,
    }))
    const whole = [{ not: 'text' }, '{', 7].map((other) => ({
      items: { ...sound, [name]: other },
      changed: name,
    }))
    return [...fields, ...whole]
  })
}

type Path = readonly string[]

/** The paths of all fields of a JSON value, at any depth. */
function pathsOf(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...pathsOf(inner).map((path) => [key, ...path]),
  ])
}

function replaced(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  Object.assign(copy, { [key]: replaced((value as Record<string, unknown>)[key], rest, other) })
  return copy
}

/** Reads all items of the sessions' database. (Runs in the page.) */
function readItems(): Promise<Items> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('latchkey.sign')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const items = request.result.transaction('items').objectStore('items')
      const [names, values] = [items.getAllKeys(), items.getAll()]
      values.onsuccess = () => {
        resolve(Object.fromEntries(names.result.map((name, index) => [String(name), values.result[index]])))
        request.result.close()
      }
    }
  })
}

/** Replaces all items of the sessions' database. (Runs in the page.) */
function writeItems(items: Items): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('latchkey.sign')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const transaction = request.result.transaction('items', 'readwrite')
      const store = transaction.objectStore('items')
      store.clear()
      for (const [name, value] of Object.entries(items)) store.put(value, name)
      transaction.oncomplete = () => {
        resolve()
        request.result.close()
      }
    }
  })
}
