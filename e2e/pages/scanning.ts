import { people } from '@latchkey/chains'
import { expect } from '@playwright/test'
import encodeQr from 'qr'
import { findChromium } from '../../scripts/chromium.mjs'
import { cameraFilm } from './cameraFilm.js'
import type { DemoPage } from './DemoPage.js'
import type { Modal } from './Modal.js'
import type { PracticeWallet } from './PracticeWallet.js'

/** The link shown to the camera: pays 0.002 ETH. */
export const link = `ethereum:${people.harbor}@31337?value=2e15`

/**
 * Returns launch options for a Chromium whose camera plays a film of the code. Chromium answers its permission prompt
 * itself, because a browser without a window cannot show it.
 */
export function withCamera(answer: 'allow' | 'deny') {
  const { args = [], path } = findChromium() ?? {}
  const camera = [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${cameraFilm(link)}`,
    `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
  ]
  return { ...(path === undefined ? {} : { executablePath: path }), args: [...args, ...camera] }
}

export async function openScan(demo: DemoPage, modal: Modal, practice: PracticeWallet) {
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

export async function expectFilledIn(modal: Modal) {
  await modal.expectView('Send')
  await expect(modal.dialog.getByLabel('Recipient')).toHaveValue(people.harbor)
  await expect(modal.dialog.getByLabel('Amount')).toHaveValue('0.002')
  await expect(modal.button('Preview send')).toBeEnabled()
}

export async function choosePicture(modal: Modal, text: string) {
  const chooser = modal.page.waitForEvent('filechooser')
  await modal.button('Choose a picture').click()
  const buffer = Buffer.from(encodeQr(text, 'gif', { border: 4, scale: 6 }))
  await (await chooser).setFiles({ name: 'code.gif', mimeType: 'image/gif', buffer })
}
