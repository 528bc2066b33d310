import { expect, type Page } from '@playwright/test'
import { stack } from '../setup/stack.js'

/** The wallet app in a separate tab. */
export class WalletApp {
  readonly page: Page
  readonly url: string

  constructor(page: Page, url = stack.wallet) {
    this.page = page
    this.url = url
  }

  async open(): Promise<void> {
    await this.page.goto(this.url)
    await expect(this.page.getByRole('heading', { name: 'Pebble wallet' })).toBeVisible()
  }

  async pair(link: string): Promise<void> {
    await this.page.bringToFront()
    await this.page.getByLabel('Link from the app').fill(link)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
  }

  async expectQuestion(title: string | RegExp): Promise<void> {
    await this.page.bringToFront()
    await expect(this.page.getByText(title)).toBeVisible()
  }

  async approve(): Promise<void> {
    await this.page.getByRole('button', { name: 'Approve' }).click()
  }

  /** Connects and signs in with one approval. */
  async signIn(): Promise<void> {
    await this.page.bringToFront()
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  async reject(): Promise<void> {
    await this.page.getByRole('button', { name: 'Reject' }).click()
  }
}
