import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { stack } from '../setup/stack.js'
import { Modal } from './Modal.js'
import { openWindow } from './openWindow.js'

let count = 0

/** An address that no other test uses. */
export function newAddress(): string {
  count += 1
  return `visitor-${process.pid}-${Date.now()}-${count}@example.com`
}

/** Returns the code of the newest mail to an address, once there are `mails` mails with one. */
export async function codeFor(address: string, mails = 1): Promise<string> {
  let codes: string[] = []
  await expect
    .poll(async () => {
      const answer = await fetch(`${stack.mailbox}/messages?to=${encodeURIComponent(address)}`)
      const messages = (await answer.json()) as readonly { readonly text: string }[]
      codes = messages.flatMap(({ text }) => /^\s+(\d{6})\s*$/m.exec(text)?.[1] ?? [])
      return codes.length
    })
    .toBeGreaterThanOrEqual(mails)
  return codes[0] ?? ''
}

/** The embedded wallet of the demo: its screens in the modal, and its own surface in the frame. */
export class EmbeddedWallet {
  readonly page: Page
  readonly modal: Modal
  /** The surface in the iframe. */
  readonly surface: FrameLocator

  constructor(page: Page) {
    this.page = page
    this.modal = new Modal(page)
    this.surface = page.frameLocator('#latchkey-frame')
  }

  /** Asks for a code, and types it. `mails`: how many codes this address has got, with this one. */
  async logIn(address = newAddress(), mails = 1): Promise<string> {
    await this.page.getByRole('button', { name: 'Connect wallet' }).click()
    await this.askForCode(address)
    await this.page.keyboard.type(await codeFor(address, mails))
    return address
  }

  async askForCode(address: string): Promise<void> {
    await this.modal.dialog.getByRole('textbox', { name: 'Email' }).fill(address)
    await this.page.keyboard.press('Enter')
    await this.modal.expectView('Confirm email')
  }

  /** Shows the recovery words in the wallet's own window, which stays open. `words`: with spaces between them. */
  async showWords(): Promise<{ readonly words: string; readonly popup: Page }> {
    await this.openSettings()
    await this.modal.wallet(/Export wallet/).click()
    const popup = await openWindow(this.page, this.surface.getByRole('button', { name: 'Open the window' }))
    await popup.getByLabel('Type SHOW to go on').fill('SHOW')
    await popup.getByRole('button', { name: 'Show the recovery words' }).click()
    const items = popup.locator('.words li')
    await expect(items).toHaveCount(12)
    const words = (await items.allInnerTexts()).map((text) => text.replace(/[^a-z]/g, '')).join(' ')
    return { words, popup }
  }

  get approve(): Locator {
    return this.surface.getByRole('button', { name: 'Approve', exact: true })
  }

  get reject(): Locator {
    return this.surface.getByRole('button', { name: 'Reject', exact: true })
  }

  /** Opens the account's settings in the modal. */
  async openSettings(): Promise<void> {
    await this.page.getByRole('button', { name: 'Open account' }).click()
    await this.modal.button('Your accounts').click()
    await this.modal.button('Account settings').click()
    await this.modal.expectView('Account settings')
  }

  /** The account's address, as the host sees it. */
  async address(): Promise<`0x${string}`> {
    const connection = this.page.getByTestId('connection')
    await expect(connection).toContainText(/0x[0-9a-fA-F]{40}/)
    const [address = '0x'] = /0x[0-9a-fA-F]{40}/.exec((await connection.textContent()) ?? '') ?? []
    return address as `0x${string}`
  }
}
