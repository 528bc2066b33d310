import { openSurface } from '../../../features/embedded/openSurface.js'
import { showError } from '../../../features/notify/showSnackbar.js'
import { isKitError } from '../../../protocol/errors.js'
import type { SurfaceView } from '../../../protocol/frame/messages.js'
import { EmbeddedIcon } from '../../embedded/EmbeddedIcon.js'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { Icon } from '../../ui/Icon/Icon.js'
import { Row } from '../../ui/Row/Row.js'

/** Rows that open a view of the wallet's own surface: this page must see nothing of what is done there. */
export function SurfaceRows() {
  const kit = useKit()
  const text = useEmbeddedText()
  const open = useAction(openSurface)
  const isBackedUp = useKitState(({ embedded }) => embedded?.user?.isBackedUp !== false)
  const show = (view: SurfaceView) => {
    open({ view }).catch((error: unknown) => {
      if (!isKitError(error, 'REQUEST_ABORTED')) showError(kit, error)
    })
  }
  const rows = [
    ...(isBackedUp
      ? []
      : [
          {
            view: 'backup',
            icon: 'warning',
            name: text('settings.backup'),
            note: text('settings.backupText'),
          } as const,
        ]),
    { view: 'security', icon: 'shield', name: text('settings.security'), note: undefined } as const,
    { view: 'devices', icon: 'phone', name: text('settings.devices'), note: undefined } as const,
    { view: 'export', icon: 'key', name: text('settings.export'), note: undefined } as const,
    { view: 'delete', icon: 'trash', name: text('settings.delete'), note: undefined } as const,
  ]
  return rows.map(({ view, icon, name, note }) => (
    <Row
      key={view}
      start={
        <span className="row-icon">
          {icon === 'shield' || icon === 'trash' ? <EmbeddedIcon name={icon} /> : <Icon name={icon} />}
        </span>
      }
      name={name}
      note={note}
      end={<Icon name="chevronRight" size={18} />}
      onClick={() => show(view)}
    />
  ))
}
