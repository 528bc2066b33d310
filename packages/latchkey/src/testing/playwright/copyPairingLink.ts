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

/** Runs in the page: stands in for the clipboard until something is copied. */
function nextCopiedText(): Promise<string> {
  return new Promise((resolve) => {
    const writeText = async (text: string) => {
      Reflect.deleteProperty(navigator, 'clipboard')
      resolve(text)
    }
    // On the object itself, in front of the browser's own getter.
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  })
}
