import { setSendSpeed } from '../../../features/send/editSend.js'
import type { SendState } from '../../../features/send/state.js'
import type { Namespace } from '../../../protocol/caip.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Speeds.css.js'
import { minutesOf } from './sendTexts.js'

/** The choice of how fast the transfer is to be, in families where the fee decides that. */
export function Speeds({ form, namespace }: Speeds.Props) {
  useSheet(sheet)
  const text = useText()
  const choose = useAction(setSendSpeed)
  const locale = useKitState((state) => state.locale.tag)
  const { speeds } = useKit().adapters.get(namespace) ?? {}
  if (speeds === undefined) return null
  return (
    <fieldset className="send-speeds" aria-label={text('send.cost')}>
      {speeds.map(({ name, minutes, isUsual = false }) => (
        <button
          key={name}
          type="button"
          aria-pressed={form.speed === undefined ? isUsual : form.speed === name}
          onClick={() => choose({ speed: name })}
        >
          <bdi>{minutesOf(minutes, locale)}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

export declare namespace Speeds {
  type Props = { readonly form: SendState; readonly namespace: Namespace }
}
