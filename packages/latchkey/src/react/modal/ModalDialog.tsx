import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { currentView } from '../../core/router.js'
import { closeModal } from '../../features/modal/closeModal.js'
import { watchConnection } from '../../features/modal/watchConnection.js'
import { useAction } from '../hooks/useAction.js'
import { useKitState } from '../hooks/useKitState.js'
import { useKit } from '../KitContext.js'
import { ShadowMount } from '../shadow/ShadowMount.js'
import { useSheet } from '../shadow/ShadowRootContext.js'
import base from '../styles/modal.css.js'
import { extensionSlot } from './extension.js'
import { Feedback } from './Feedback.js'
import { Header } from './Header.js'
import sheet from './ModalDialog.css.js'
import { OpenRequest } from './OpenRequest.js'
import { useFocusScope } from './useFocusScope.js'
import { useForeignLayers } from './useForeignLayers.js'
import { useScrollLock } from './useScrollLock.js'
import { useSwipeToClose } from './useSwipeToClose.js'
import { ViewStage } from './ViewStage.js'

/** The modal: a dialog over the page, or a card within it if the kit is embedded. */
export function ModalDialog() {
  const kit = useKit()
  const isEmbedded = kit.config.enableEmbedded === true
  const isOpen = useKitState((state) => state.modal.isOpen)
  // Runs before the first render, because the screen that a host opened may require another one first.
  const [isKept, setKept] = useState(false)
  useLayoutEffect(() => {
    watchConnection(kit)
    const extend = kit.slots.get(extensionSlot)
    const show = () => setKept(true)
    if (extend === undefined) show()
    else void extend().then(show)
  }, [kit])
  if (!isKept) return null
  return (
    <ShadowMount name="modal" base={base}>
      {isEmbedded ? <Dialog isEmbedded /> : isOpen ? <Dialog isEmbedded={false} /> : null}
    </ShadowMount>
  )
}

function Dialog({ isEmbedded }: { readonly isEmbedded: boolean }) {
  useSheet(sheet)
  const titleId = useId()
  const close = useAction(closeModal)
  const isShaking = useKitState((state) => state.modal.isShaking)
  const isLoading = useKitState((state) => state.modal.isLoading)
  const viewName = useKitState((state) => currentView(state.modal.stack).name)
  const depth = useKitState((state) => state.modal.stack.length)
  const dialog = useRef<HTMLDivElement>(null)
  const pressedOverlay = useRef(false)
  // Must run before the dialog takes the focus.
  useForeignLayers(dialog, !isEmbedded)
  useFocusScope(dialog, { isActive: !isEmbedded, viewName, depth, onEscape: close })
  useScrollLock(!isEmbedded)
  const grabber = useSwipeToClose(dialog, close)

  // Only a press that begins and ends on the backdrop closes: selecting text and dragging out of the modal does not.
  const onOverlayClick = (event: MouseEvent) => {
    if (event.target === event.currentTarget && pressedOverlay.current) close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the backdrop closes by pointer; the keyboard has two other ways.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's ways to close are Escape and the close button.
    <div
      className="overlay"
      data-embedded={isEmbedded}
      onPointerDown={(event) => {
        pressedOverlay.current = event.target === event.currentTarget
      }}
      onClick={isEmbedded ? undefined : onOverlayClick}
    >
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both of its roles, dialog and region, take a name. */}
      <div
        ref={dialog}
        className="dialog"
        role={isEmbedded ? 'region' : 'dialog'}
        aria-modal={isEmbedded ? undefined : true}
        aria-labelledby={titleId}
        aria-busy={isLoading}
        tabIndex={-1}
        data-shaking={isShaking}
      >
        <div className="grabber" {...grabber} />
        <Header titleId={titleId} isEmbedded={isEmbedded} />
        <Feedback />
        <OpenRequest />
        <ViewStage />
      </div>
    </div>
  )
}
