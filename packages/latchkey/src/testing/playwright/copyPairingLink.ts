import type { Locator, Page } from '@playwright/test'

/**
 * Returns the link of the QR code that the modal shows, for `remoteWallet.pair`. Works in every browser, because it
 * does not read the clipboard, which some browsers allow only with permission and others never.
 *
 * @param button The button that copies the link. Default: the modal's own button, in English.
 */
export async function copyPairingLink(
  page: Page,
  button: Locator = page.getByRole('button', { name: 'Copy link', exact: true }),
): Promise<string> {
  const copied = page.evaluate(nextCopiedText)
  await button.click()
  return copied
}

/** Runs in the page: replaces the clipboard until a text is copied. */
function nextCopiedText(): Promise<string> {
  return new Promise((resolve) => {
    const writeText = async (text: string) => {
      Reflect.deleteProperty(navigator, 'clipboard')
      resolve(text)
    }
    // Set on the object itself, which shadows the browser's getter.
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  })
}
