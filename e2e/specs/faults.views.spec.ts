import { FaultyServer } from '../faults/FaultyServer.js'
import { FaultyWallet } from '../faults/FaultyWallet.js'
import { LivePage } from '../faults/LivePage.js'
import type { Trouble, World } from '../faults/troubles.js'
import type { Row } from '../faults/views/Row.js'
import { views } from '../faults/views.js'
import { expect, test } from '../pages/test.js'
import { stack } from '../setup/stack.js'

// Each view of a kit that lives, with each thing that may go wrong behind it: on real sockets, with the page's time in the
// test's hands. Whatever it is, the view ends in a written state within 15 s, with a way out.

/** The most times that a view may ask for one thing in 15 s: three tries, and what looks again by itself. */
const mostCalls = 10

// Nothing moves, and a matrix has no use for pictures of every step.
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' })

/** So many at most in one test, so that all of them are shared out evenly. */
const perTest = 12

for (const [view, rows] of Object.entries(views)) {
  for (const { row, part, title } of rows.flatMap(partsOf)) {
    test(`${view}, ${title}: each fault ends in words and with a way out`, async ({
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
      // While all is well it shows what it is for, and its code is there from now on.
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
      await server.stop()
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

/** What is wrong with a view in a trouble, in words. */
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
  if (row.isConnected !== true) await live.forget('connection')
  if (row.signIn !== undefined) await live.forget('signIn')
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
  // It stays so, also where its list ends.
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
  // What must be answered first can be answered.
  const leave = live.modal.button('Disconnect')
  if ((await live.dialog.isVisible()) && (await leave.isVisible())) await leave.click()
  if (await live.dialog.isVisible()) wrong.push('it does not close')
  return wrong
}

/** The browser itself reports answers that failed; the kit adds nothing of its own. */
function unexpected(complaints: readonly string[]): readonly string[] {
  return complaints.filter((line) => !/^Failed to load resource|WebSocket connection to/.test(line))
}
