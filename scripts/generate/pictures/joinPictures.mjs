/**
 * Joins several pictures into one, side by side.
 *
 * @param {import('playwright').Browser} browser
 * @param {readonly Buffer[]} pictures All of one size.
 * @param {{ width: number, height: number }} size The size of each, in CSS pixels.
 */
export async function joinPictures(browser, pictures, { width, height }) {
  const viewport = { width: width * pictures.length, height }
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 })
  await page.setContent(
    `<style>body { margin: 0; display: flex } img { width: ${width}px }</style>${pictures
      .map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`)
      .join('')}`,
  )
  const joined = await page.screenshot()
  await page.close()
  return joined
}
