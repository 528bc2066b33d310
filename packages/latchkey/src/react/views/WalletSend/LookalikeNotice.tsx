import { shapeOf } from '../../../core/addresses.js'
import { accountOf } from '../../../features/account/state.js'
import { confirmSendRecipient } from '../../../features/send/editSend.js'
import { confirmationLength, isConfirmed } from '../../../features/send/isConfirmed.js'
import type { SendState } from '../../../features/send/state.js'
import { type AddressPart, compareAddresses } from '../../../protocol/compareAddresses.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Icon } from '../../ui/Icon/Icon.js'
import sheet from './LookalikeNotice.css.js'

/**
 * Shows two addresses, one above the other, with the differences marked, and a field in which the visitor confirms
 * theirs.
 */
export function LookalikeNotice({ form, address, known }: LookalikeNotice.Props) {
  useSheet(sheet)
  const kit = useKit()
  const text = useText()
  const namespace = useKitState((state) => accountOf(state)?.namespace)
  const shape = (one: string) =>
    namespace === undefined ? undefined : shapeOf(kit, { address: one, namespace })
  const confirm = useAction(confirmSendRecipient)
  return (
    <div className="send-box send-lookalike">
      <p>{text('send.lookalikeText')}</p>
      <dl>
        <dt>{text('send.lookalikeEntered')}</dt>
        <Compared parts={compareAddresses(address, known, shape(address))} />
        <dt>{text('send.lookalikeKnown')}</dt>
        <Compared parts={compareAddresses(known, address, shape(known))} />
      </dl>
      <label htmlFor="send-confirmation">{text('send.typeEnd', { count: confirmationLength })}</label>
      <div className="send-line send-confirmation">
        <input
          id="send-confirmation"
          dir="ltr"
          value={form.confirmation ?? ''}
          maxLength={confirmationLength}
          autoCapitalize="off"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => confirm({ text: event.target.value })}
        />
        {isConfirmed(form) ? <Icon name="check" /> : null}
      </div>
    </div>
  )
}

export declare namespace LookalikeNotice {
  type Props = {
    readonly form: SendState
    /** The address that the visitor entered. */
    readonly address: string
    /** The known address that it resembles. */
    readonly known: string
  }
}

/** An address with the differences marked: character by character on the screen, in longer parts for screen readers. */
function Compared({ parts }: { readonly parts: readonly AddressPart[] }) {
  const text = useText()
  const spoken = mergeParts(parts).map((part) =>
    part.isDifferent ? text('send.different', { characters: part.text }) : part.text,
  )
  return (
    <dd>
      <span className="visually-hidden">{spoken.join(', ')}</span>
      <bdi dir="ltr" aria-hidden="true">
        {parts.map(({ text: part, isDifferent }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address have no other name.
          isDifferent ? <mark key={index}>{part}</mark> : part,
        )}
      </bdi>
    </dd>
  )
}

/**
 * Merges matches of one or two characters, which are coincidences, into the differing part around them, for screen
 * readers.
 */
function mergeParts(parts: readonly AddressPart[]): readonly AddressPart[] {
  const merged: { text: string; isDifferent: boolean }[] = []
  for (const [index, { text, isDifferent }] of parts.entries()) {
    const isByChance = !isDifferent && text.length <= 2 && index > 0 && index < parts.length - 1
    const last = merged.at(-1)
    if (last !== undefined && (isByChance || last.isDifferent === isDifferent)) last.text += text
    else merged.push({ text, isDifferent })
  }
  return merged
}
