import type { Page, Route } from '@playwright/test'
import { stack } from '../setup/stack.js'

/** A wallet in the explorer's format, with any fields. */
export type SentWallet = { readonly id: string; readonly name: string; readonly [field: string]: unknown }

/** How many wallets a page of the list has (spec §7). */
const pageSize = 40

/** Returns `count` wallets, each with an app. */
export function manyWallets(count: number): readonly SentWallet[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `wallet-${index + 1}`,
    name: `Harbour ${index + 1}`,
    image_id: 'picture',
    homepage: 'https://harbour.example.com',
    mobile_link: `harbour${index + 1}://`,
    badge_type: index % 10 === 0 ? 'certified' : 'none',
  }))
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path fill="#0b7a75" d="M0 0h4v4H0z"/></svg>'

/** An explorer that serves a spec's own wallets, with the real one's paging and search. */
export class Explorer {
  /** The requested page numbers of the list of all wallets. */
  readonly pages: number[] = []
  /** The ids of the requested pictures. */
  readonly pictures: string[] = []
  readonly #wallets: readonly SentWallet[]

  constructor(wallets: readonly SentWallet[]) {
    this.#wallets = wallets
  }

  async serve(page: Page): Promise<void> {
    await page.route(`${stack.services}/getWallets?**`, (route) => this.#list(route))
    await page.route(`${stack.services}/getWalletImage/**`, (route) => {
      this.pictures.push(new URL(route.request().url()).pathname)
      return answer(route, picture, 'image/svg+xml')
    })
  }

  #list(route: Route) {
    const { searchParams: query } = new URL(route.request().url())
    const entries = Number(query.get('entries') ?? pageSize)
    const page = Number(query.get('page') ?? 1)
    const search = query.get('search')?.toLowerCase()
    const badge = query.get('badge_type')
    if (entries === pageSize) this.pages.push(page)
    const matches = this.#wallets.filter(
      ({ name, badge_type }) =>
        (search === undefined || name.toLowerCase().includes(search)) &&
        (badge === null || badge_type === badge),
    )
    const data = matches.slice((page - 1) * entries, page * entries)
    return answer(route, JSON.stringify({ data, count: matches.length }), 'application/json')
  }
}

function answer(route: Route, body: string, contentType: string) {
  return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } })
}
