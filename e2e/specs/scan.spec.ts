import { people } from '@latchkey/chains'
import encodeQr from 'qr'
import { findChromium } from '../../scripts/chromium.mjs'
import { cameraFilm } from '../pages/cameraFilm.js'
import type { DemoPage } from '../pages/DemoPage.js'
import type { Modal } from '../pages/Modal.js'
import type { PracticeWallet } from '../pages/PracticeWallet.js'
import { expect, test } from '../pages/test.js'

// Reading a code to send to: from a camera that Chromium plays from a film, and from a picture. The demo's policy allows
// neither workers nor inline code; a test fails where the page breaks it.

const link = `ethereum:${people.harbor}@31337?value=2e15`
const film = cameraFilm(link)
const { args = [], path } = findChromium() ?? {}

async function openScan(demo: DemoPage, modal: Modal, practice: PracticeWallet) {
  await demo.openModal()
  await modal.wallet(/Practice wallet/).click()
  await practice.approve()
  await modal.expectClosed()
  await demo.page
    .getByRole('button', { name: /^Account/ })
    .first()
    .click()
  await modal.button('Send').click()
  await modal.button('Scan a code').click()
  await modal.expectView('Scan a code')
}

async function expectFilledIn(modal: Modal) {
  await modal.expectView('Send')
  await expect(modal.dialog.getByLabel('Recipient')).toHaveValue(people.harbor)
  await expect(modal.dialog.getByLabel('Amount')).toHaveValue('0.002')
  await expect(modal.button('Preview send')).toBeEnabled()
}

const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
test.use({
  launchOptions: { ...(path === undefined ? {} : { executablePath: path }), args: [...args, ...camera] },
})

test('a camera that is allowed reads the code, fills in the form, and goes off', async ({
  demo,
  modal,
  practice,
  page,
  context,
}) => {
  await context.grantPermissions(['camera'])
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

test('one that is not allowed is said to be, and a picture is read in its place', async ({
  demo,
  modal,
  practice,
  context,
}) => {
  await context.clearPermissions()
  await openScan(demo, modal, practice)
  await expect(modal.dialog.getByText('The camera is not allowed')).toBeVisible()
  await expect(modal.button('Try again')).toBeVisible()
  await choosePicture(modal, 'https://app.example/menu')
  await expect(modal.dialog.getByText('This code is not that of an address.')).toBeVisible()
  await choosePicture(modal, link)
  await expectFilledIn(modal)
})

async function choosePicture(modal: Modal, text: string) {
  const chooser = modal.page.waitForEvent('filechooser')
  await modal.button('Choose a picture').click()
  const buffer = Buffer.from(encodeQr(text, 'gif', { border: 4, scale: 6 }))
  await (await chooser).setFiles({ name: 'code.gif', mimeType: 'image/gif', buffer })
}
