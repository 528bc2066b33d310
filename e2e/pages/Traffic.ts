import type { Page } from '@playwright/test'

/** The origins that a page called, from the moment this is made. */
export class Traffic {
  readonly #calls: string[] = []

  constructor(page: Page) {
    page.on('request', (request) => this.#calls.push(request.url()))
    page.on('websocket', (socket) => this.#calls.push(socket.url()))
  }

  /** In the order of the alphabet, each once; pictures that are part of the page itself are no calls. */
  origins(): readonly string[] {
    const urls = this.#calls.filter((url) => !/^(data|blob):/.test(url))
    return [...new Set(urls.map((url) => new URL(url).origin))].sort()
  }

  forget(): void {
    this.#calls.length = 0
  }
}
