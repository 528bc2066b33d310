import type { Locator, Page } from '@playwright/test'

/**
 * Takes the link of the code that the modal shows, for `remoteWallet.pair`. Works in every browser: nothing is read from
 * the clipboard, which needs a permission in some and cannot be had in others.
 *
 * @param button What copies the link. Default: the modal's own button, in English.
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
