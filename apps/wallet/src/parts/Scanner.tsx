import { frameLoop, QRCanvas, rearCamera } from 'qr/dom.js'
import { useEffect, useRef } from 'react'

/** Shows the camera's picture and searches it for a QR code. */
export function Scanner({ onFound, onFail }: Scanner.Props) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef({ onFound, onFail })
  useEffect(() => {
    report.current = { onFound, onFail }
  })

  useEffect(() => {
    const player = video.current
    if (player === null) return
    let isOver = false
    let stop = () => {}
    const canvas = new QRCanvas()
    rearCamera(player).then(
      (camera) => {
        if (isOver) return camera.stop()
        const cancel = frameLoop(() => {
          const text = camera.readFrame(canvas)
          if (typeof text === 'string') report.current.onFound(text)
        })
        stop = () => {
          cancel()
          camera.stop()
        }
      },
      () => !isOver && report.current.onFail('The camera could not be used. Paste the link instead.'),
    )
    return () => {
      isOver = true
      stop()
    }
  }, [])

  return <video ref={video} className="camera" playsInline muted aria-label="Camera" />
}

export declare namespace Scanner {
  type Props = { readonly onFound: (text: string) => void; readonly onFail: (reason: string) => void }
}
