import { Button, localNumber, Notice } from 'latchkey/site'
import { useEffect, useState } from 'react'
import type { Holding } from '../accounts/readHoldings.js'
import { Entry } from './Entry.js'
import { isSameWord } from './isSameWord.js'
import { Caution, Layout } from './Layout.js'
import { useSite, useSiteState, useText } from './SiteContext.js'
import { loginAgain, useLoginAgain } from './useLoginAgain.js'
import { useTask } from './useTask.js'

/** Deletes the account: what it means, what is still in it, and a word to type. */
export function Delete({ onLeave }: { readonly onLeave: () => void }) {
  const text = useText()
  const tag = useSiteState(({ locale }) => locale.tag)
  const { wallet } = useSite()
  const [typed, setTyped] = useState('')
  const [isDone, setDone] = useState(false)
  const [balances, setBalances] = useState<readonly Holding[]>([])
  const { run, isBusy, fault, setFault } = useTask(loginAgain)
  useEffect(() => {
    // A node that does not answer leaves the warning out; the other words stay.
    wallet.balances().then(setBalances, () => {})
  }, [wallet])
  // Back to the word that was typed: what cannot be undone takes a press of its own.
  const login = useLoginAgain(fault, () => setFault(undefined))
  if (login.form !== null) return login.form
  const isTyped = isSameWord(tag, typed, text('delete.word'))
  if (isDone) {
    return (
      <Layout
        title={text('delete.title')}
        foot={
          <Button variant="primary" onClick={onLeave}>
            {text('common.done')}
          </Button>
        }
      >
        <Notice icon="check" title={text('delete.done')} />
      </Layout>
    )
  }
  const erase = () =>
    run(async () => {
      await wallet.deleteAccount()
      setDone(true)
    })
  return (
    <Layout
      title={text('delete.title')}
      foot={
        <>
          {login.button}
          <Button disabled={!isTyped || isBusy} aria-busy={isBusy} onClick={erase}>
            {text(isBusy ? 'common.wait' : 'delete.confirm')}
          </Button>
          <Button variant={login.button === null ? 'primary' : 'secondary'} onClick={onLeave}>
            {text('common.cancel')}
          </Button>
        </>
      }
    >
      <Caution severity="danger" text={text('delete.text')} />
      {balances.map(({ amount, symbol, chain }) => (
        <Caution
          key={`${amount} ${symbol} ${chain}`}
          severity="danger"
          // Isolated: in a text from right to left the parts would change places.
          text={text('delete.balance', {
            amount: `\u2066${localNumber(amount, tag)} ${symbol} (${chain})\u2069`,
          })}
        />
      ))}
      <Entry
        label={text('delete.type', { word: text('delete.word') })}
        value={typed}
        autoComplete="off"
        fault={fault === undefined ? undefined : text(fault.key, fault.slots)}
        onChange={setTyped}
      />
    </Layout>
  )
}
