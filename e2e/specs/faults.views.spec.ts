import { FaultyServer } from '../faults/FaultyServer.js'
import { FaultyWallet } from '../faults/FaultyWallet.js'
import { LivePage } from '../faults/LivePage.js'
import type { Trouble, World } from '../faults/troubles.js'
import type { Row } from '../faults/views/Row.js'
import { views } from '../faults/views.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// Each view of a live kit with each possible fault, on real sockets and with the page's time controlled by the test.
// Each must end within 15 s in a known state with a way out.

/**
 * The most times that a view may request the same route in 15 s: three attempts for each time that the visitor types, and
 * once more for what the service reads on.
 */
const mostCalls = 12

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Most troubles per test, so that the tests take similar time. */
const perTest = 12

for (const [view, rows] of Object.entries(views)) {
  for (const { row, part, title } of rows.flatMap(partsOf)) {
    test(`${view}, ${title}: each fault ends with a text and a way out`, async ({
      context,
      page,
      complaints,
    }) => {
      test.setTimeout(120_000)
      const [first = '', second = ''] = stack.chains
      const server = await FaultyServer.start({
        services: stack.services,
        chains: { 31337: first, 31338: second },
      })
      const wallet = await FaultyWallet.install(context)
      const live = new LivePage(page, server)
      await live.goto({ signIn: row.signIn ?? 'off' })
      if (row.isConnected === true) await live.connect(wallet.id)
      const world = { server, wallet }
      // First without a fault: shows the view's content and loads its code.
      if (row.isWellUnknown !== true) await test.step('nothing is wrong', () => expectWell(live, row))

      const wrong: string[] = []
      for (const trouble of part) {
        await test.step(trouble.name, async () => {
          const found = await faultsOf(live, row, trouble, world)
          wrong.push(...found.map((what) => `${trouble.name}: ${what}`))
          wrong.push(...unexpected(complaints).map((line) => `${trouble.name}: the page complained: ${line}`))
          complaints.length = 0
        })
      }
      expect(wrong).toEqual([])
      await live.leave()
    })
  }
}

function partsOf(row: Row) {
  const count = Math.ceil(row.troubles.length / perTest)
  return Array.from({ length: count }, (_, index) => ({
    row,
    part: row.troubles.slice(index * perTest, (index + 1) * perTest),
    title: count === 1 ? row.name : `${row.name}, ${index + 1} of ${count}`,
  }))
}

async function expectWell(live: LivePage, row: Row) {
  await row.open(live)
  if (row.closesWhenWell === true) return expect(live.dialog).toHaveCount(0)
  await live.until(() => row.shows(live.dialog).isVisible())
  await expect(row.shows(live.dialog)).toBeVisible()
}

/** Lists what is wrong with a view under a fault. */
async function faultsOf(
  live: LivePage,
  row: Row,
  trouble: Trouble,
  world: World,
): Promise<readonly string[]> {
  const { server, wallet } = world
  const wrong: string[] = []
  wallet.heal()
  wallet.wallet.chooseNetwork(31337)
  if (row.isConnected !== true) await live.deleteStored('connection')
  if (row.signIn !== undefined) await live.deleteStored('signIn')
  if (row.deletes !== undefined) await live.deleteStored(row.deletes)
  server.forget()
  trouble.begin(world)
  await live.restart()
  if (row.isConnected === true) await live.connected()
  await row.open(live)
  const ends = trouble.isFailure
    ? [row.fails ?? row.shows]
    : [row.shows, row.empty, row.fails].filter((end) => end !== undefined)
  const isWritten = async () => {
    for (const end of ends)
      if (await end(live.dialog).isVisible()) return (await live.problems()).length === 0
    return false
  }
  await live.until(isWritten)
  // The same holds at the end of its list.
  await live.scrollToEnd()
  await live.pass(1_000)
  await live.until(isWritten, 3_000)
  if (!(await isWritten())) {
    wrong.push(...(await live.problems()))
    wrong.push(
      `it does not end in words: ${((await live.dialog.textContent()) ?? '').replace(/\s+/g, ' ').slice(0, 300)}`,
    )
  }
  if (trouble.mayPass !== true && server.spoiled + wallet.spoiled === 0) wrong.push('nothing went wrong')
  const { call, count } = server.mostCalls()
  if (count > mostCalls) wrong.push(`it asks ${count} times for ${call}`)
  if (wallet.sendings > 1) wrong.push(`it sends ${wallet.sendings} times`)

  server.heal()
  await live.modal.close()
  // A request that must be answered first can be answered.
  const leave = live.modal.button('Disconnect')
  if ((await live.dialog.isVisible()) && (await leave.isVisible())) await leave.click()
  if (await live.dialog.isVisible()) wrong.push('it does not close')
  return wrong
}

/** The browser logs failed answers itself; the kit must log nothing more. */
function unexpected(complaints: readonly string[]): readonly string[] {
  return complaints.filter((line) => !/^Failed to load resource|WebSocket connection to/.test(line))
}
