import { expectFilledIn, openScan, withCamera } from '../pages/scanning.js'
import { expect, test } from '../pages/test.js'

// Scans a QR code to send to, from a camera film. The demo's policy allows neither workers nor inline code, and a
// violation fails the test.

test.use({ launchOptions: withCamera('allow') })

test('with camera permission reads the code, fills in the form and turns the camera off', async ({
  demo,
  modal,
  practice,
  page,
}) => {
  await page.evaluate(() => {
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  await openScan(demo, modal, practice)
  await expectFilledIn(modal)
  const states = await page.evaluate(() =>
    (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
  )
  expect(states).toContain('ended')
  expect(states).not.toContain('live')
})
