import { Fragment } from 'react'

/** A sentence with an e-mail address in its slot, which stands out. */
export function SentTo({ sentence, email }: SentTo.Props) {
  return (
    <p>
      {sentence.split('{email}').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name, and never move.
        <Fragment key={index}>
          {index === 0 ? null : (
            <bdi className="code-email" dir="ltr">
              {email}
            </bdi>
          )}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

export declare namespace SentTo {
  type Props = {
    /** With the slot `{email}` still in it. */
    readonly sentence: string
    readonly email: string
  }
}
