import { english } from '../locales/siteTexts.js'

/** What a page shows that the server has given no settings: without styles, which come with the rest. */
export function Refused() {
  return (
    <main>
      <h1>{english['wallet.refused']}</h1>
      <p>{english['wallet.refusedText']}</p>
    </main>
  )
}
