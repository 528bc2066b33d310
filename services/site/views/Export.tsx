import { Button, Notice } from 'latchkey/site'
import { useEffect, useState } from 'react'
import { Entry } from './Entry.js'
import { isSameWord } from './isSameWord.js'
import { Words } from './Kit.js'
import { Caution, Layout } from './Layout.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { loginAgain, useLoginAgain } from './useLoginAgain.js'
import { useTask } from './useTask.js'

/** How long the words show, in seconds. */
const shownFor = 60

/** Shows the 12 words, in the wallet's own window only, for a minute. */
export function Export({ onLeave, onMove }: { readonly onLeave: () => void; readonly onMove: () => void }) {
  const text = useText()
  const tag = useSiteState(({ locale }) => locale.tag)
  const { wallet } = useSite()
  const surface = useSiteState((state) => state.surface)
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState<string>()
  const [left, setLeft] = useState(0)
  const { run, isBusy, fault } = useTask(loginAgain)

  useEffect(() => {
    if (words === undefined) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [words])
  // The words leave the page as soon as their time is over, or the visitor looks elsewhere.
  useEffect(() => {
    if (words !== undefined && left <= 0) setWords(undefined)
  }, [words, left])
  useEffect(() => {
    const hide = () => document.hidden && setWords(undefined)
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])

  const show = () =>
    run(async () => {
      const shown = await wallet.words()
      setLeft(shownFor)
      setWords(shown)
    })
  const login = useLoginAgain(fault, show)

  if (surface !== 'window') {
    return (
      <Layout
        title={text('export.title')}
        foot={
          <>
            <Button variant="primary" icon="external" onClick={onMove}>
              {text('window.open')}
            </Button>
            <Button onClick={onLeave}>{text('common.back')}</Button>
          </>
        }
      >
        <Notice icon="external" title={text('export.window')} text={text('export.text')} />
      </Layout>
    )
  }
  if (login.form !== null) return login.form
  const isTyped = isSameWord(tag, typed, text('export.word'))
  return (
    <Layout
      // The button that shows the words goes with the keyboard's focus.
      key={words === undefined ? 'asks' : 'shows'}
      title={text('export.title')}
      foot={
        <>
          {login.button}
          {words === undefined ? (
            <Button disabled={!isTyped || isBusy} aria-busy={isBusy} onClick={show}>
              {text(isBusy ? 'common.wait' : 'export.title')}
            </Button>
          ) : (
            <p className="surface-note" role="timer">
              {text('export.seconds', { seconds: left })}
            </p>
          )}
          <Button variant={login.button === null ? 'primary' : 'secondary'} onClick={onLeave}>
            {text(words === undefined ? 'common.cancel' : 'common.done')}
          </Button>
        </>
      }
    >
      <Caution severity="danger" text={text('export.text')} />
      {words === undefined ? (
        <Entry
          label={text('export.type', { word: text('export.word') })}
          value={typed}
          autoComplete="off"
          fault={fault === undefined ? undefined : text(fault.key, fault.slots)}
          onChange={setTyped}
        />
      ) : (
        <Words words={words} label={text('export.title')} />
      )}
    </Layout>
  )
}
