import { formatUnits } from 'latchkey/protocol'
import { useActivity, useSend } from 'latchkey/react'

/** A form of one's own for sending, and what became of what was sent. */
export function Send() {
  const {
    form,
    plan,
    sendables,
    setToken,
    setAmount,
    setRecipient,
    mutate: send,
    isPending,
    error,
  } = useSend()
  const { sent } = useActivity()
  const { recipient } = form
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2>Send</h2>
      <select
        aria-label="Token"
        value={form.token ?? ''}
        onChange={(event) => setToken({ token: sendables[event.target.selectedIndex]?.token.address })}
      >
        {sendables.map(({ token }) => (
          <option key={token.address ?? ''} value={token.address ?? ''}>
            {token.symbol}
          </option>
        ))}
      </select>
      <input
        aria-label="Amount"
        inputMode="decimal"
        value={form.amount}
        onChange={(event) => setAmount({ amount: event.target.value })}
      />
      <input
        aria-label="Recipient"
        value={form.text}
        onChange={(event) => setRecipient({ text: event.target.value })}
      />
      {/* Never a name alone: it says nothing of who gets the money. */}
      {recipient.status === 'valid' ? <output>{recipient.address}</output> : null}
      <button type="submit" disabled={isPending || plan === undefined || plan.fault !== undefined}>
        Send
      </button>
      {error === undefined ? null : <p role="alert">{error.message}</p>}
      <ul data-testid="sent">
        {sent.map(({ id, units, decimals, symbol, status }) => (
          <li key={id}>
            {formatUnits(BigInt(units), decimals)} {symbol}: {status}
          </li>
        ))}
      </ul>
    </form>
  )
}
