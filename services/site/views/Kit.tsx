import { Button } from 'latchkey/site'
import { useEffect, useRef, useState } from 'react'
import type { WalletFacts } from '../worker/walletApi.js'
import { Layout } from './Layout.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { useTask } from './useTask.js'

/** A kit: 24 words and a file. It becomes a way in once the visitor says that they have kept it. */
export function Kit({
  onDone,
  onLeave,
}: {
  readonly onDone: (wallet: WalletFacts) => void
  readonly onLeave: () => void
}) {
  const text = useText()
  const { wallet } = useSite()
  const [kit, setKit] = useState<{ readonly words: string; readonly file: string }>()
  const [isKept, setKept] = useState(false)
  // The host's page does not let its frame print.
  const canPrint = useSiteState(({ surface }) => surface === 'window')
  const { run, isBusy, fault } = useTask()

  /** Whether the visitor has said that they keep it. */
  const isConfirmed = useRef(false)

  useEffect(() => {
    const made = wallet.makeKit()
    void run(async () => setKit(await made))
    // Who leaves without keeping it has no such way in, and is asked for another. A kit that was never made needs nothing.
    return () =>
      void made.then(
        () => (isConfirmed.current ? undefined : wallet.dropKit().catch(() => {})),
        () => {},
      )
  }, [run, wallet])

  const confirm = () =>
    run(async () => {
      // Before the answer: a surface that goes meanwhile must not drop what is being kept.
      isConfirmed.current = true
      try {
        onDone(await wallet.keepKit())
      } catch (error) {
        isConfirmed.current = false
        throw error
      }
    })

  const save = () => {
    if (kit === undefined) return
    download('wallet-recovery-kit.json', kit.file)
    setKept(true)
  }
  return (
    <Layout
      title={text('kit.title')}
      text={text('kit.text')}
      foot={
        <>
          <div className="surface-pair">
            <Button
              variant={isKept ? 'secondary' : 'primary'}
              icon="download"
              disabled={kit === undefined}
              onClick={save}
            >
              {text('kit.download')}
            </Button>
            {canPrint ? (
              <Button disabled={kit === undefined} onClick={() => window.print()}>
                {text('kit.print')}
              </Button>
            ) : null}
          </div>
          <Button
            variant={isKept ? 'primary' : 'secondary'}
            disabled={kit === undefined || isBusy}
            onClick={confirm}
          >
            {text('kit.confirm')}
          </Button>
          <Button variant="quiet" onClick={onLeave}>
            {text('common.back')}
          </Button>
        </>
      }
    >
      {kit === undefined && fault === undefined ? (
        <p className="surface-note" role="status">
          {text('common.wait')}
        </p>
      ) : null}
      {kit === undefined ? null : <Words words={kit.words} label={text('kit.words')} />}
      {fault === undefined ? null : (
        <p className="entry-fault" role="alert">
          {text(fault.key, fault.slots)}
        </p>
      )}
    </Layout>
  )
}

/** Words in their order, each with its number. */
export function Words({ words, label }: { readonly words: string; readonly label: string }) {
  return (
    <ol className="words" aria-label={label} translate="no">
      {words.split(' ').map((word, index) => (
        <li key={index}>
          <span>{index + 1}</span>
          <bdi>{word}</bdi>
        </li>
      ))}
    </ol>
  )
}

function download(name: string, content: string) {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
