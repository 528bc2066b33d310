type Source = HTMLVideoElement | ImageBitmap

/** Reads the QR code in a picture, or in a video as it shows now; `undefined` where none can be read. */
export type CodeReader = (source: Source, effort: Effort) => Promise<string | undefined>

/** `glance`: one frame of many. `study`: the only picture there is, looked at in several sizes. */
type Effort = 'glance' | 'study'

/**
 * Makes what reads QR codes: the browser's own (the Shape Detection API) where it has one, else the decoder that is
 * loaded with this. Runs on the page itself, so a policy needs to allow no worker.
 */
export async function createCodeReader(): Promise<CodeReader> {
  const detector = await ownDetector()
  if (detector === undefined) return decoderReader()
  let fallback: Promise<CodeReader> | undefined
  return async (source, effort) => {
    if (fallback !== undefined) return (await fallback)(source, effort)
    try {
      const [code] = await detector.detect(source)
      return code?.rawValue
    } catch {
      // The browser promises a service that this machine does not have.
      fallback = decoderReader()
      return (await fallback)(source, effort)
    }
  }
}

type Detector = { detect(source: Source): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

async function ownDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector: Class } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  if (Class === undefined) return undefined
  const formats: readonly string[] = await Class.getSupportedFormats().catch(() => [])
  return formats.includes('qr_code') ? new Class({ formats: ['qr_code'] }) : undefined
}

/** The longest sides, in pixels, that a picture is looked at with: a larger one only costs time. */
const sides: { readonly [effort in Effort]: readonly number[] } = { glance: [960], study: [1920, 960, 480] }
/**
 * The time limit of one scan, in milliseconds: a frame while the camera runs, longer for a picture the visitor chose.
 */
const patience: { readonly [effort in Effort]: number } = { glance: 16, study: 300 }

async function decoderReader(): Promise<CodeReader> {
  const { decodeQR } = await import('qr/decode.js')
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async (source, effort) => {
    for (const side of sides[effort]) {
      const image = context === null ? undefined : pixelsOf(source, side, context)
      if (image === undefined) return undefined
      try {
        return decodeQR(image, { timeLimit: patience[effort] })
      } catch {
        // The decoder throws when it finds no code at this size.
      }
    }
    return undefined
  }
}

function pixelsOf(source: Source, side: number, context: CanvasRenderingContext2D): ImageData | undefined {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height]
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, side / Math.max(width, height))
  const { canvas } = context
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  // Transparent parts of a picture count as white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
