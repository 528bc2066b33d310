import type { LabelledAddress } from '../../../features/account/labels.js'
import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from '../../ui/Button/Button.css.js'

/** A button that opens the screen for labelling an address. `name` is the name that the screen shows for it now. */
export function NameButton({ address, namespace, name }: NameButton.Props) {
  useSheet(sheet)
  const text = useText()
  const push = useAction(pushView)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={text('label.edit', { name })}
      onClick={() => push({ name: 'AddressLabel', parameters: { address, namespace } })}
    >
      <Pencil />
    </button>
  )
}

export declare namespace NameButton {
  type Props = LabelledAddress & { readonly name: string }
}

// Not in `Icon.tsx`, because every host page loads that file and only the modal needs this icon.
function Pencil() {
  return (
    <svg
      aria-hidden="true"
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M15.5 5.5 18.5 8.5 8.5 18.5 4.5 19.5 5.5 15.5ZM13 8l3 3" />
    </svg>
  )
}
