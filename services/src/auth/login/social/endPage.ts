import type { PlainPage } from '../plainPage.js'

/** How a login at a provider ended, as its window tells it. */
export type End = 'done' | 'declined' | 'unknown' | 'unverified' | 'unreachable' | 'refused'

type Told = {
  /** The provider, and the app, as visitors know them. */
  readonly provider: string
  readonly app?: string | undefined
  /** The origin of the page in which the login began; nothing while that is not known. */
  readonly host?: string | undefined
  readonly frameUrl: string
  /** The address of this page without what came with the visitor. */
  readonly path: string
}

/**
 * A window tells its opener that it is through, which only ends the waiting early (decision 322), and closes itself. In a
 * messaging app there is no window: the page that began the login has left for the provider, and is led back to.
 */
const script = `(()=>{const{uri,to,back,isEnd}=JSON.parse(document.querySelector('meta[name=latchkey-data]').content)
history.replaceState(null,'',location.pathname)
if(!isEnd)return
if(opener)for(const origin of to)opener.postMessage({resultUri:uri},origin)
if(opener||!menubar.visible)close()
else if(back)location.replace(back)})()`

/** Returns the page with which a provider's window ends. */
export function endPage(end: End, { provider, app = 'the app', host, frameUrl, path }: Told): PlainPage {
  const uri = `${frameUrl}${path}`
  const back = host === undefined || host === frameUrl ? undefined : backTo(host, uri)
  // Who has only been told that something failed reads why before the window closes.
  const isEnd = end === 'done' || end === 'declined'
  const to = host === undefined ? [] : [...new Set([host, frameUrl])]
  return {
    ...textsOf(end, provider, app),
    ...(back === undefined ? {} : { link: { label: `Back to ${app}`, url: back } }),
    data: JSON.stringify({ uri, to, back, isEnd }),
    script,
  }
}

function backTo(host: string, uri: string): string {
  const url = new URL(host)
  url.searchParams.set('result_uri', uri)
  return url.href
}

function textsOf(end: End, provider: string, app: string): Pick<PlainPage, 'title' | 'lines'> {
  const failed = (...lines: string[]) => ({ title: 'Login failed', lines })
  switch (end) {
    case 'done':
      return { title: 'You are logged in', lines: [`Go back to ${app}. You can close this window.`] }
    case 'declined':
      return { title: 'You did not log in', lines: [`You can close this window and go back to ${app}.`] }
    case 'unknown':
      return failed('This login is over, or it was begun elsewhere. Begin again in the app.')
    case 'unverified':
      return failed(
        `${provider} has not verified your e-mail address yet.`,
        'Verify it there, then begin again in the app.',
      )
    case 'unreachable':
      return failed(`${provider} does not answer. Begin again in the app, in a while.`)
    case 'refused':
      return failed(`The answer of ${provider} does not belong to this login. Begin again in the app.`)
  }
}
