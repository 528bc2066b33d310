import { useRef } from 'react'
import { useEmbeddedText } from '../../embedded/useEmbeddedText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Spinner } from '../../ui/Spinner/Spinner.js'
import sheet from './ApproveTransaction.css.js'
import { useFrameClient } from './useFrameClient.js'
import { useFrameFocus } from './useFrameFocus.js'
import { useFramePlace } from './useFramePlace.js'
import { useReachableFrame } from './useReachableFrame.js'

/**
 * The place where the frame of the embedded wallet lies: what the visitor is asked is on the wallet's own surface, which
 * this page can neither read nor change. The keyboard and screen readers go from the dialog's header into the frame, and
 * back from it.
 */
export function ApproveTransaction() {
  useSheet(sheet)
  const text = useEmbeddedText()
  const area = useRef<HTMLDivElement>(null)
  const gate = useRef<HTMLButtonElement>(null)
  const frame = useFrameClient()
  useFramePlace(area, frame)
  useReachableFrame(area, frame)
  const enter = useFrameFocus(area, gate, frame)
  return (
    <div className="surface" ref={area}>
      {/* Until the frame lies over it: screen readers would hear of it under a frame that is there. */}
      {frame === undefined ? (
        <>
          <Spinner />
          <p className="surface-opening" role="status">
            {text('otp.opening')}
          </p>
        </>
      ) : (
        <button ref={gate} type="button" onFocus={enter} onClick={enter}>
          {text('approve.enter')}
        </button>
      )}
    </div>
  )
}
