import type { WalletClient } from '@latchkey/sign-client/wallet'
import { type FormEvent, useState } from 'react'
import { wordsOf } from '../wordsOf.js'
import { Scanner } from './Scanner.js'

/** Takes an app's link, pasted or scanned. */
export function ConnectForm({ client }: { readonly client: WalletClient }) {
  const [link, setLink] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function pair(uri: string) {
    setBusy(true)
    setProblem(undefined)
    try {
      await client.pair({ uri: uri.trim() })
      setLink('')
    } catch (error) {
      setProblem(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void pair(link)
  }

  return (
    <section className="card" aria-labelledby="connect">
      <h2 id="connect">Connect to an app</h2>
      <form className="connect" onSubmit={onSubmit}>
        <label>
          Link from the app
          <input
            value={link}
            placeholder="wc:…"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setLink(event.target.value)}
          />
        </label>
        <div className="actions">
          <button type="submit" className="primary" disabled={link.trim() === '' || isBusy}>
            {isBusy ? 'Connecting…' : 'Connect'}
          </button>
          <button type="button" onClick={() => setScanning(!isScanning)}>
            {isScanning ? 'Stop scanning' : 'Scan a code'}
          </button>
        </div>
      </form>
      {problem === undefined ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {isScanning ? (
        <Scanner
          onFound={(text) => {
            setScanning(false)
            void pair(text)
          }}
          onFail={(reason) => {
            setScanning(false)
            setProblem(reason)
          }}
        />
      ) : null}
    </section>
  )
}
