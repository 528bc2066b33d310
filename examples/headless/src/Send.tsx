import { formatUnits } from 'latchkey/protocol'
import { useActivity, useSend } from 'latchkey/react'

/** Reasons against a recipient. Always show them: visitors lose money without them. */
const warnings = {
  firstTime: 'You have not sent to this address before.',
  self: 'This is your own address.',
  contract: 'This is a contract. It may not be able to give back what you send.',
  keyless: 'This is a contract. It may not be able to give back what you send.',
  token: 'This is the contract of a token. What you send there is lost.',
  nobodys: 'Nobody has the key to this address. What you send there is lost.',
  nameChanged: 'This name has just begun to lead to another address.',
  lookalike: 'This looks like an address you know, but it is another one.',
} as const

/** A custom form for sending, and the state of sent transfers. */
export function Send() {
  const {
    form,
    plan,
    sendables,
    setToken,
    setAmount,
    setRecipient,
    confirmRecipient,
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
      {/* Always shows the address with a name, because a name does not identify who gets the money. */}
      {recipient.status === 'valid' ? <output>{recipient.address}</output> : null}
      {recipient.status === 'valid' && recipient.warnings.length > 0 ? (
        <ul aria-label="Warnings">
          {recipient.warnings.map((warning) => (
            <li key={warning}>{warnings[warning]}</li>
          ))}
        </ul>
      ) : null}
      {recipient.status === 'valid' && recipient.lookalike !== undefined ? (
        <label>
          The address you know is {recipient.lookalike}. Type the last 6 characters of the one you entered
          <input
            value={form.confirmation ?? ''}
            onChange={(event) => confirmRecipient({ text: event.target.value })}
          />
        </label>
      ) : null}
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
