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
      page('guides/introduction', 'Introduction', 'what Latchkey is, and a first app'),
      page('guides/vite', 'React with Vite', 'quick start'),
      page('guides/nextjs', 'Next.js', 'quick start with the App Router'),
      page('guides/mount', 'Plain HTML', 'quick start without React: custom elements, or your own buttons'),
      page('guides/wagmi', 'wagmi', 'quick start with wagmi 2.17 and 3'),
      page('guides/ethers', 'ethers', 'quick start with ethers 6'),
      page(
        'guides/react',
        'React in full',
        'provider, buttons, every hook, several chain families in one kit',
      ),
    ],
  },
  {
    title: 'Make it yours',
    pages: [
      page('guides/theming', 'Theming', 'colours, font, corners; a playground'),
      page('guides/buttons', 'Your own buttons', 'your own buttons that open the modal and show the account'),
      page(
        'guides/wallets',
        'Your own wallets',
        'which wallets the modal lists, in which order, and how to add your own',
      ),
      page('guides/polkadot', 'Polkadot', 'the adapter for Polkadot, its asset hub and chains like them'),
      page('guides/networks', 'Networks', 'networks, RPC addresses, switching, unsupported networks'),
      page(
        'guides/bitcoin',
        'Bitcoin',
        'wallets, the chain, sending, and what stays where collectibles may be',
      ),
      page('guides/solana', 'Solana', 'wallets, the chain, what is sent and what is refused'),
      page('guides/languages', 'Languages', '21 languages, and your own texts'),
      page('guides/headless', 'Your own screens', 'everything the modal does, without the modal'),
      page('guides/account', 'The account', 'tokens, collectibles, activity, several accounts'),
      page('guides/send', 'Sending', 'what the send form checks, and sending from your own screens'),
      page(
        'guides/email-login',
        'E-mail and social login',
        'accounts for visitors without a wallet: options, what they see, a second way in',
      ),
      page('guides/sign-in', 'Sign in with a wallet', 'one signature that your server verifies'),
      page(
        'guides/sign-client',
        'The standalone protocol client',
        'the client without the modal: browser, Node, wallet',
      ),
    ],
  },
  {
    title: 'Ship it',
    pages: [
      page('guides/ssr', 'Server rendering', 'the account from the first paint'),
      page('guides/csp', 'Content Security Policy', 'the exact policy for a config'),
      page(
        'guides/families',
        'A chain family of your own',
        'adapters, connectors, and the suites that test them',
      ),
      page('guides/testing', 'Testing', 'test your app without an extension'),
      page(
        'guides/services',
        'The services',
        'run the whole backend yourself; which relay reaches which wallets',
      ),
      page(
        'guides/embedded-wallet',
        'Run it for others: keys, mail, providers, custody',
        "the embedded wallet's operator: what to set, and what an operator can and cannot do",
      ),
      page(
        'guides/nodes',
        'Which node or API do I need?',
        'three set-ups for chain data, what visitors see with each, and what each costs',
      ),
      page('guides/faq', 'Questions', 'common questions and troubleshooting'),
    ],
  },
  {
    title: 'Coming from elsewhere',
    pages: [
      page('guides/coming-from-appkit', 'AppKit', 'change the imports, or migrate step by step'),
      page('guides/coming-from-rainbowkit', 'RainbowKit', 'the Latchkey counterpart of each name'),
      page('guides/coming-from-connectkit', 'ConnectKit', 'the Latchkey counterpart of each name'),
      page(
        'guides/coming-from-solana-wallet-adapter',
        "Solana's wallet-adapter",
        'the Latchkey counterpart of each name',
      ),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('reference/options', 'Options', 'every option of createKit'),
      page('reference/errors', 'Errors', 'every code and its text'),
      page('reference/events', 'Events', 'every event that the kit emits, with its properties'),
      page('reference/storage', 'Storage', 'every item stored in the browser, how long, and what deletes it'),
      page('reference/services', 'The services', 'routes, projects, your own wallets, limits, operation'),
      page('reference/settings', 'Settings of the services', 'every environment variable'),
      page('reference/explorer', 'The wallet explorer', 'its responses, its catalogue'),
      page('examples/index', 'Examples', 'small complete apps'),
    ],
  },
  {
    title: 'Working on it',
    pages: [
      page('map', 'Where things are', 'which file to change for each task'),
      page(
        'spec/README',
        "The product's rules",
        'what the product must do, with its exact texts and numbers',
      ),
      ...specPages(),
      page('security', 'Security', 'threats, the rule against each, and its test'),
      page('decisions/README', 'Decisions', 'choices that may surprise a newcomer, with their reasons'),
    ],
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

function specPages(): readonly Page[] {
  return readdirSync(join(docs, 'spec'))
    .filter((name) => /^\d.*\.md$/.test(name))
    .sort()
    .map((name) => {
      const [, title = ''] = /^# (.*)/.exec(readFileSync(join(docs, 'spec', name), 'utf8')) ?? []
      return page(`spec/${name.slice(0, -'.md'.length)}`, title, `rules, page ${name.slice(0, 1)}`)
    })
}

function decisions(): readonly Page[] {
  return readdirSync(join(docs, 'decisions'))
    .filter((name) => /^\d.*\.md$/.test(name))
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
