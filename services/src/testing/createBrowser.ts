import { frameUrl } from './startLogin.js'

/** With what a provider sends a visitor back: a link, or a form that is posted. */
export type Return = { readonly url: string; readonly form?: string | undefined }

/** A visitor's browser at a provider: follows redirects with its cookies, and submits forms that submit themselves. */
export function createBrowser() {
  const cookies = new Map<string, string>()

  /** Opens a page of a provider, and goes on until the browser is sent back to the wallet's site. */
  async function visit(start: string): Promise<Return> {
    let url = start
    for (let hop = 0; hop < 12; hop++) {
      if (url.startsWith(`${frameUrl}/`)) return { url }
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location !== null) {
        url = new URL(location, url).href
        continue
      }
      const page = await answer.text()
      const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
      if (action === undefined) throw new Error(`the provider says ${answer.status}: ${page.slice(0, 2_000)}`)
      const fields = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
      const form = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
      return { url: action, form: form.toString() }
    }
    throw new Error('too many redirects')
  }
  return { visit }
}
