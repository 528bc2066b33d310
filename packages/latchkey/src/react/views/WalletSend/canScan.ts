type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

/** Whether this browser reads codes from a camera by itself (the Shape Detection API). */
export function canScan(): boolean {
  return detectorClass() !== undefined && navigator.mediaDevices !== undefined
}

/** What reads QR codes; `undefined` where the browser has nothing that does. */
export function createDetector(): Detector | undefined {
  const Class = detectorClass()
  return Class === undefined ? undefined : new Class({ formats: ['qr_code'] })
}

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { readonly BarcodeDetector?: DetectorClass }).BarcodeDetector
}
