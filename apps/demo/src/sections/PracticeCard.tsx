import { useState } from 'react'
import { isPracticeWalletOn, setPracticeWallet } from '../practice/isPracticeWalletOn.js'
import { people, recallPerson, rememberPerson } from '../practice/memory.js'
import { Card } from './Card.js'

/** Offers visitors without a wallet some: one in this page, one in another tab, and one by a login. */
export function PracticeCard({ walletUrl, mailboxUrl, providersUrl }: PracticeCard.Props) {
  const [isOn, setOn] = useState(isPracticeWalletOn)
  return (
    <Card title="No wallet? Practise with ours">
      <p>
        <b>In this page.</b> The practice wallet announces itself as an extension does, holds a real key of
        the local chain, and asks before it signs.
      </p>
      <div className="actions">
        <button
          type="button"
          aria-pressed={isOn}
          onClick={() => {
            setPracticeWallet(!isOn)
            setOn(!isOn)
            location.reload()
          }}
        >
          {isOn ? 'Practice wallet is on' : 'Turn the practice wallet on'}
        </button>
      </div>
      {isOn ? <PersonChoice /> : null}
      <p>
        <b>On another device.</b> Open the <a href={walletUrl}>wallet app</a> in a second tab or on a phone,
        choose <i>WalletConnect</i> here, and scan the code or paste its link there.
      </p>
      {mailboxUrl === undefined ? null : (
        <p>
          <b>By e-mail.</b> Choose <i>Connect Wallet</i> and type any address. The mail with the code arrives
          in the{' '}
          <a href={mailboxUrl} target="_blank" rel="noreferrer">
            mailbox
          </a>{' '}
          of this machine.
        </p>
      )}
      {providersUrl === undefined ? null : (
        <p>
          <b>At a provider.</b> Google, GitHub and the others are played by a{' '}
          <a href={providersUrl} target="_blank" rel="noreferrer">
            program
          </a>{' '}
          of this machine, where you may be anybody.
        </p>
      )}
    </Card>
  )
}

export declare namespace PracticeCard {
  type Props = {
    readonly walletUrl: string
    /** Where the login's providers are played. */
    readonly providersUrl?: string | undefined
    /** Where the mails of the embedded wallet arrive. */
    readonly mailboxUrl?: string | undefined
  }
}

/** Selects the wallet's owner: a second person on one machine uses a private window, which has its own storage. */
function PersonChoice() {
  return (
    <label className="field">
      Whose it is. To send to each other, open this page in a private window too, and be somebody else there.
      <select
        defaultValue={recallPerson()}
        onChange={({ target }) => {
          rememberPerson(Number(target.value))
          location.reload()
        }}
      >
        {people.map((name, index) => (
          <option key={name} value={index}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
