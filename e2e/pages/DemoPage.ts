import { expect, type Locator, type Page } from '@playwright/test'
import { stack } from '../setup/stack.js'

/** The demo page, as a visitor sees it. */
export class DemoPage {
  readonly page: Page
  /** The connection's state, as the host's hooks return it. */
  readonly connection: Locator
  readonly receipt: Locator

  constructor(page: Page) {
    this.page = page
    this.connection = page.getByTestId('connection')
    this.receipt = page.getByTestId('receipt')
  }

  async open(): Promise<void> {
    await this.page.goto(stack.demo)
    await expect(this.page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  }

  /** Returns the page's section with this heading. */
  card(title: string): Locator {
    return this.page.locator('section', { has: this.page.getByRole('heading', { name: title, exact: true }) })
  }

  async openModal(): Promise<void> {
    await this.page.getByRole('button', { name: 'Connect wallet' }).click()
  }

  async sign(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sign and verify' }).click()
  }

  async send(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send', exact: true }).click()
  }

  async switchTo(network: string): Promise<void> {
    await this.card('Switch network').getByRole('button', { name: network }).click()
  }

  async expectStatus(status: 'connected' | 'disconnected' | 'connecting'): Promise<void> {
    await expect(this.connection).toContainText(new RegExp(`Status\\s*${status}`))
  }

  async expectNetwork(name: string): Promise<void> {
    await expect(this.connection).toContainText(new RegExp(`Network\\s*${name}`))
  }
}
