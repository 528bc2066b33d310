import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as embedded from './embedded.js'
import * as latchkey from './index.js'

// Everything the modal does can be done without it: whatever its screens import of the features is exported.

const react = fileURLToPath(new URL('../react', import.meta.url))
const screens = ['views', 'modal', 'hooks', 'buttons', 'embedded']
  .flatMap((folder) =>
    readdirSync(join(react, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|css)\.tsx?$/.test(name))

/**
 * Functions that only the modal needs: its forms use them, or hosts have another way to the same fact (`accountOf` for
 * `sessionOf`; `useConnection` for `isAsking` and `statusOf`; an intent's status for `isOpen`; `connections` for
 * `isWalletGone`; `fetchPortfolio`, `fetchBalance` and `reviewSend` for `readBalances`). A host's own screens know what they
 * show themselves (`showsRequest`, `isScreenOffered`, `isAtReview`). Of the embedded wallet, its state has the login and the networks of `canBeSmart`,
 * the host's own options tell whether it wants logins, and `embeddedSlot` has the frame that the modal makes room for.
 */
const own = new Set([
  'amountInput',
  'canBeSmart',
  'embeddedSlot',
  'initialSendState',
  'confirmationLength',
  'isConfirmed',
  'isRecipientText',
  'labelLength',
  'priceUnitsOf',
  'readBalances',
  'isAsking',
  'isAtReview',
  'isLoginWanted',
  'isOpen',
  'isScreenOffered',
  'isSocialLogin',
  'lastFocus',
  'isTransfer',
  'isWalletGone',
  'methodOf',
  'statusOf',
  'sessionOf',
  'showsRequest',
  'tellChoice',
  'tellInternalError',
  'watchConnection',
])

/** The names that a file imports of the features as values. */
function* featuresIn(name: string) {
  const source = readFileSync(join(react, name), 'utf8')
  for (const [, names = ''] of source.matchAll(/^import \{([^}]*)\} from '[./]+\/features\/[^']+'$/gm)) {
    for (const each of names.split(',').map((one) => one.trim())) {
      if (each !== '' && !each.startsWith('type ')) yield each.replace(/ as .*/, '')
    }
  }
}

test('what the screens do, a host can do', () => {
  expect(screens.length).toBeGreaterThan(50)
  const offered = { ...latchkey, ...embedded }
  const used = new Set(screens.flatMap((name) => [...featuresIn(name)]))
  expect(used).toContain('connect')
  expect([...used].filter((name) => !own.has(name) && !Object.hasOwn(offered, name)).sort()).toEqual([])
})
