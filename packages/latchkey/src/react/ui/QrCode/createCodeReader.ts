type Source = HTMLVideoElement | ImageBitmap

/** Reads the QR code in a picture or in a video's current frame; `undefined` if it finds none. */
export type CodeReader = (source: Source, effort: Effort) => Promise<string | undefined>

/** `glance` for one of many video frames. `study` for a single picture, which is scanned at several sizes. */
type Effort = 'glance' | 'study'

/**
 * Creates a QR code reader: the browser's (the Shape Detection API) if it has one, else a decoder that is loaded on
 * demand. It runs on the page's main thread, so the page's policy need not allow workers.
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
      // The browser has the API, but this machine lacks the service behind it.
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

/** The lengths, in pixels, to which a picture's longest side is reduced for each scan, to save time. */
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
