import { expect, type Locator, type Page } from '@playwright/test'
import type { Family } from '../setup/familyStack.js'
import { DemoPage } from './DemoPage.js'
import { Modal } from './Modal.js'

const names: { readonly [family in Family]: string } = {
  solana: 'Practice Solana',
  bip122: 'Practice Bitcoin',
  polkadot: 'Practice Polkadot',
}

/** The demo with the ledgers of several families, and the practice wallet of each. */
export class FamilyDemo extends DemoPage {
  readonly modal: Modal
  /** The window in which a practice wallet asks. */
  readonly wallet: Locator
  readonly url: string

  constructor(page: Page, url: string) {
    super(page)
    this.url = url
    this.modal = new Modal(page)
    this.wallet = page.getByRole('alertdialog')
  }

  override async open(query = ''): Promise<void> {
    await this.page.goto(`${this.url}${query}`)
    await expect(this.card('Four families at once')).toBeVisible()
  }

  /** A family's part of the page: its account, and its buttons. */
  family(family: Family | 'eip155'): Locator {
    return this.page.getByTestId(`family-${family}`)
  }

  async approve(): Promise<void> {
    await this.wallet.getByRole('button', { name: 'Approve' }).click()
  }

  async reject(): Promise<void> {
    await this.wallet.getByRole('button', { name: 'Reject' }).click()
  }

  /** Asks a family's practice wallet to connect, whose user has not answered yet. */
  async ask(family: Family): Promise<void> {
    await this.family(family).getByRole('button', { name: 'Connect', exact: true }).click()
    await this.modal.wallet(new RegExp(`^${names[family]}`)).click()
    await expect(this.wallet).toContainText('Connect to this site?')
  }

  /** Asks the page's first practice wallet to connect. */
  async askEip155(): Promise<void> {
    await this.family('eip155').getByRole('button', { name: 'Connect', exact: true }).click()
    await this.modal.wallet(/^Practice wallet/).click()
  }

  async connect(family: Family): Promise<void> {
    await this.ask(family)
    await this.approve()
    await this.modal.expectClosed()
    await expect(this.family(family)).toContainText('In use')
  }

  async expectAddress(address: string): Promise<void> {
    await expect(this.page.getByTestId('address')).toHaveText(address)
  }

  async expectBalance(text: string): Promise<void> {
    await expect(this.connection).toContainText(new RegExp(`Balance\\s*${text.replace('.', '\\.')}`))
  }

  /** Signs a message, and returns the signature that the page shows. */
  async signature(message: string): Promise<string> {
    const card = this.card('Sign a message')
    await card.getByRole('textbox').fill(message)
    await card.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(this.wallet).toContainText(message)
    await this.approve()
    await expect(card).toContainText('Signed.')
    return (await card.getByRole('status').locator('code').textContent()) ?? ''
  }

  /** Connects a wallet that approves at once, by its name. */
  async connectAtOnce(family: Family, wallet: string): Promise<void> {
    await this.family(family).getByRole('button', { name: 'Connect', exact: true }).click()
    await this.modal.wallet(new RegExp(`^${wallet}`)).click()
    await this.modal.expectClosed()
    await expect(this.family(family)).toContainText('In use')
  }

  /** Lets a wallet that approves at once sign a message, and returns the signature that the page shows. */
  async signedAtOnce(message: string): Promise<string> {
    const card = this.card('Sign a message')
    await card.getByRole('textbox').fill(message)
    await card.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(card).toContainText('Signed.')
    return (await card.getByRole('status').locator('code').textContent()) ?? ''
  }

  /** Opens the account's activity in the modal. */
  async openActivity(): Promise<Modal> {
    await this.page.getByRole('button', { name: 'Open account' }).first().click()
    await this.modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    return this.modal
  }

  /** Fills the kit's form, reviews it, and asks the wallet in the page, whose user has not answered yet. */
  async sendWithKit(amount: string, to: string): Promise<void> {
    await this.reviewAndSend(amount, to)
    await expect(this.wallet).toBeVisible()
  }

  /** Fills the kit's form, reviews it, and asks the wallet. */
  async reviewAndSend(amount: string, to: string): Promise<void> {
    const { dialog } = this.modal
    await this.page.getByRole('button', { name: 'Send with the kit' }).click()
    await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill(to)
    await this.modal.button(/^Preview/).click()
    await this.modal.expectView('Review send')
    await this.modal.button('Send').click()
  }
}
