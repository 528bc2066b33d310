import { useEffect, useRef, useState } from 'react'
import { goBack } from '../../../features/modal/navigate.js'
import { setSendRecipient } from '../../../features/send/editSend.js'
import { useAction } from '../../hooks/useAction.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button } from '../../ui/Button/Button.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { createDetector } from './canScan.js'
import sheet from './WalletSend.css.js'

/** How long between two looks at the camera's picture. */
const lookEvery = 250

/** Reads the code of an address or of a payment from the camera, and goes back with it. */
export function WalletSendScan() {
  useSheet(sheet)
  const text = useText()
  const { clock } = useKit()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const back = useAction(goBack)
  const setRecipient = useAction(setSendRecipient)

  useEffect(() => {
    const detector = createDetector()
    const element = video.current
    let stream: MediaStream | undefined
    let isGone = false
    let cancel = () => {}
    const look = () => {
      if (isGone || element === null || detector === undefined) return
      // A picture that cannot be read yet is looked at again.
      const found = detector.detect(element).catch(() => [])
      void found.then(([code]) => {
        if (isGone) return
        if (code === undefined) {
          cancel = clock.setTimeout(look, lookEvery)
          return
        }
        setRecipient({ text: code.rawValue })
        back()
      })
    }
    const start = async () => {
      if (detector === undefined) throw new Error('no detector')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isGone || element === null) return stopAll()
      element.srcObject = stream
      await element.play()
      look()
    }
    const stopAll = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch(() => {
      if (!isGone) setRefused(true)
    })
    return () => {
      isGone = true
      cancel()
      stopAll()
    }
  }, [clock, setRecipient, back])

  return (
    <div className="send">
      {isRefused ? (
        <Notice
          icon="camera"
          variant="warning"
          title={text('send.noCamera')}
          text={text('send.noCameraText')}
        />
      ) : (
        <>
          <video ref={video} className="send-camera" muted={true} playsInline={true} />
          <p className="send-hint">{text('send.scanText')}</p>
        </>
      )}
      <Button onClick={back}>{text('send.cancel')}</Button>
    </div>
  )
}
