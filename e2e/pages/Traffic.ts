import type { Page } from '@playwright/test'

/** Records the origins that a page calls, from its creation. */
export class Traffic {
  readonly #calls: string[] = []

  constructor(page: Page) {
    page.on('request', (request) => this.#calls.push(request.url()))
    page.on('websocket', (socket) => this.#calls.push(socket.url()))
  }

  /** Returns the called origins, sorted and unique; `data:` pictures are not calls. */
  origins(): readonly string[] {
    const urls = this.#calls.filter((url) => !/^(data|blob):/.test(url))
    return [...new Set(urls.map((url) => new URL(url).origin))].sort()
  }

  forget(): void {
    this.#calls.length = 0
  }
}
