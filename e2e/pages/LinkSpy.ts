import type { Page } from '@playwright/test'

/** An opened link, and whether it was opened within the visitor's click. */
export type OpenedLink = { readonly href: string; readonly target: string; readonly isInTap: boolean }

/** Records the links that scripts of the page open, without following them. */
export class LinkSpy {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Call before the page is opened. */
  async install(): Promise<void> {
    await this.#page.addInitScript(() => {
      const opened: OpenedLink[] = []
      Object.assign(window, { openedLinks: opened })
      let isInTap = false
      window.addEventListener(
        'click',
        () => {
          isInTap = true
        },
        true,
      )
      window.addEventListener('click', () => {
        isInTap = false
      })
      HTMLAnchorElement.prototype.click = function click() {
        opened.push({ href: this.href, target: this.target, isInTap })
      }
    })
  }

  opened(): Promise<readonly OpenedLink[]> {
    return this.#page.evaluate(
      () => (window as unknown as { readonly openedLinks: readonly OpenedLink[] }).openedLinks,
    )
  }
}
