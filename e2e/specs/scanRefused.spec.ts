import { choosePicture, expectFilledIn, link, openScan, withCamera } from '../pages/scanning.js'
import { expect, test } from '../pages/test.js'

test.use({ launchOptions: withCamera('deny') })

test('without camera permission shows an explanation and reads a picture instead', async ({
  demo,
  modal,
  practice,
}) => {
  await openScan(demo, modal, practice)
  await expect(modal.dialog.getByText('The camera is not allowed')).toBeVisible()
  await expect(modal.button('Try again')).toBeVisible()
  await choosePicture(modal, 'https://app.example/menu')
  await expect(modal.dialog.getByText('This code is not that of an address.')).toBeVisible()
  await choosePicture(modal, link)
  await expectFilledIn(modal)
})
