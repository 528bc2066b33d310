import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Clock } from '../../../core/clock.js'
import { useKit } from '../../KitContext.js'
import { type CodeReader, createCodeReader } from '../../ui/QrCode/createCodeReader.js'

/**
 * The camera's status. `asking`: the browser asks the visitor, or starts the camera. `busy`: another program uses it,
 * or took it. `broken`: the code reader failed to load.
 */
export type CameraStatus = 'asking' | 'showing' | 'refused' | 'missing' | 'busy' | 'broken'

/** The time between two scans of the camera's picture, in milliseconds. */
const lookEvery = 250

/**
 * Shows the camera in a video and reports every code in view. The camera is on only while the video is mounted and the
 * page is visible; otherwise its light goes out.
 */
export function useCamera(onCode: (text: string) => void): useCamera.Result {
  const { clock } = useKit()
  const video = useRef<HTMLVideoElement>(null)
  const [status, setStatus] = useState<CameraStatus>('asking')
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): another attempt starts again.
  useEffect(() => {
    const player = video.current
    let stop = () => {}
    const begin = () => {
      stop()
      if (player === null || document.hidden) return
      setStatus('asking')
      stop = watchCamera({ clock, player, onStatus: setStatus, onCode: (text) => latest.current(text) })
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => {
      document.removeEventListener('visibilitychange', begin)
      stop()
    }
  }, [clock, attempt])

  return { video, status, retry: () => setAttempt((count) => count + 1) }
}

export declare namespace useCamera {
  type Result = {
    readonly video: RefObject<HTMLVideoElement | null>
    readonly status: CameraStatus
    /** Tries again after a failure. */
    readonly retry: () => void
  }
}

type Watch = {
  readonly clock: Clock
  readonly player: HTMLVideoElement
  readonly onStatus: (status: CameraStatus) => void
  readonly onCode: (text: string) => void
}

/** Opens the camera and scans its picture repeatedly; returns a function that stops both. */
function watchCamera({ clock, player, onStatus, onCode }: Watch): () => void {
  let isOver = false
  let stream: MediaStream | undefined
  let cancel = () => {}
  const stop = () => {
    isOver = true
    cancel()
    release(stream)
    player.srcObject = null
  }
  const fail = (status: CameraStatus) => {
    if (isOver) return
    stop()
    onStatus(status)
  }
  const look = (read: CodeReader) => {
    // Ignores a frame that cannot be read; the next one is scanned anyway.
    const seen = read(player, 'glance').catch(() => undefined)
    void seen.then((text) => {
      if (isOver) return
      cancel = clock.setTimeout(() => look(read), lookEvery)
      if (text !== undefined) onCode(text)
    })
  }
  const start = async () => {
    stream = await openCamera()
    // The visitor may have left while the browser asked for permission.
    if (isOver) return release(stream)
    for (const track of stream.getVideoTracks()) track.addEventListener('ended', () => fail('busy'))
    player.srcObject = stream
    await player.play()
    const read = await createCodeReader().catch(() => undefined)
    if (read === undefined) return fail('broken')
    if (isOver) return
    onStatus('showing')
    look(read)
  }
  start().catch((error: unknown) => fail(statusOf(error)))
  return stop
}

function openCamera(): Promise<MediaStream> {
  // Insecure pages have no camera API.
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices }
  if (mediaDevices?.getUserMedia === undefined) return Promise.reject(new DOMException('', 'NotFoundError'))
  return mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  })
}

function release(stream: MediaStream | undefined) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** The statuses by the error names of the Media Capture specification. */
function statusOf(error: unknown): CameraStatus {
  switch ((error as { readonly name?: unknown } | null)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    default:
      return 'busy'
  }
}
