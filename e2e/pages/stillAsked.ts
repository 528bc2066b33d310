import { expect } from '@playwright/test'
import { FamilyDemo } from './FamilyDemo.js'

/** Expects a request that a wallet has not answered yet to be shown in a second tab, and here after a reload. */
export async function expectStillAsked(demo: FamilyDemo, wallet: string, address: string): Promise<void> {
  const other = new FamilyDemo(await demo.page.context().newPage(), demo.url)
  await other.open()
  await expectAsked(other, wallet, address)
  await other.page.close()
  await demo.page.reload()
  await expectAsked(demo, wallet, address)
}

async function expectAsked(demo: FamilyDemo, wallet: string, address: string): Promise<void> {
  await demo.expectAddress(address)
  await demo.page.getByRole('button', { name: 'Send with the kit' }).click()
  await expect(demo.modal.button(`Waiting for ${wallet}`).first()).toBeVisible()
  // Nothing else can be sent meanwhile, and no window of the wallet asks.
  await expect(demo.wallet).toHaveCount(0)
}
