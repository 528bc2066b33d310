import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the docs. */
export const docs = fileURLToPath(new URL('..', import.meta.url))

export type Page = {
  /** Its file below `docs/`, without the ending. */
  readonly path: string
  readonly title: string
  /** What a reader finds there, for `llms.txt`. */
  readonly about: string
}

export type PageGroup = {
  readonly title: string
  readonly pages: readonly Page[]
  /** Shown only beside its own pages. */
  readonly isAside?: boolean | undefined
}

const planned: readonly PageGroup[] = [
  {
    title: 'Start here',
    pages: [
      page('guides/introduction', 'Introduction', 'what Latchkey is, and what it is not'),
      page('guides/vite', 'React with Vite', 'quick start'),
      page('guides/nextjs', 'Next.js', 'quick start with the App Router'),
      page('guides/mount', 'Plain HTML', 'quick start without React: elements, or buttons of your own'),
      page('guides/wagmi', 'wagmi', 'quick start with wagmi 2.17 and 3'),
      page('guides/ethers', 'ethers', 'quick start with ethers 6'),
      page('guides/react', 'React in full', 'provider, buttons, every hook'),
    ],
  },
  {
    title: 'Make it yours',
    pages: [
      page('guides/theming', 'Your own look', 'colours, font, corners; a playground'),
      page('guides/buttons', 'Your own buttons', 'buttons of yours that open the modal and show the account'),
      page(
        'guides/wallets',
        'Your own wallets',
        'which wallets are listed, in which order, and wallets of your own',
      ),
      page('guides/networks', 'Networks', 'networks, RPC addresses, switching, unsupported ones'),
      page('guides/languages', 'Languages', '21 languages, and your own words'),
      page('guides/headless', 'Your own screens', 'everything the modal does, without the modal'),
      page('guides/account', 'The account', 'tokens, collectibles, activity, several accounts'),
      page('guides/send', 'Sending', 'what the form looks after, and sending from your own screens'),
      page('guides/sign-in', 'Sign in with a wallet', 'one signature that your server verifies'),
    ],
  },
  {
    title: 'Ship it',
    pages: [
      page('guides/ssr', 'Server rendering', 'the account from the first paint'),
      page('guides/csp', 'Content Security Policy', 'the exact policy for a config'),
      page('guides/testing', 'Testing', 'test your app without an extension'),
      page(
        'guides/services',
        'The services',
        'run the whole backend yourself; which relay reaches which wallets',
      ),
      page('guides/faq', 'Questions', 'what people ask, and what goes wrong'),
    ],
  },
  {
    title: 'Coming from elsewhere',
    pages: [
      page('guides/coming-from-appkit', 'AppKit', 'change the import, or move step by step'),
      page('guides/coming-from-rainbowkit', 'RainbowKit', 'what stands where'),
      page('guides/coming-from-connectkit', 'ConnectKit', 'what stands where'),
      page('guides/coming-from-solana-wallet-adapter', "Solana's wallet-adapter", 'what stands where'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('reference/options', 'Options', 'all that createKit takes'),
      page('reference/errors', 'Errors', 'every code and its text'),
      page('reference/services', 'The services', 'routes, projects, limits, operation'),
      page('reference/settings', 'Settings of the services', 'every environment variable'),
      page('reference/explorer', 'The wallet explorer', 'its answers, its catalogue, wallets of your own'),
      page('examples/index', 'Examples', 'small apps, whole'),
    ],
  },
  {
    title: 'Working on it',
    pages: [page('map', 'Where things are', 'which file to change for what')],
  },
  { title: 'Decisions', isAside: true, pages: decisions() },
]

/** Every page of the site in reading order: the sidebar and `llms.txt` are made of it. */
export const pageGroups: readonly PageGroup[] = planned
  .map((group) => ({ ...group, pages: group.pages.filter(isWritten) }))
  .filter(({ pages }) => pages.length > 0)

/** The address of a page on the site. */
export function addressOf({ path }: Page): string {
  return `/${path.replace(/(^|\/)index$/, '$1')}`
}

function page(path: string, title: string, about: string): Page {
  return { path, title, about }
}

function decisions(): readonly Page[] {
  return readdirSync(join(docs, 'decisions'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const [, number = '', title = ''] =
        /^# (\d+) (.*)/.exec(readFileSync(join(docs, 'decisions', name), 'utf8')) ?? []
      return page(
        `decisions/${name.slice(0, -'.md'.length)}`,
        title.replaceAll('`', ''),
        `decision ${number}`,
      )
    })
}

function isWritten({ path }: Page): boolean {
  return existsSync(join(docs, `${path}.md`))
}
