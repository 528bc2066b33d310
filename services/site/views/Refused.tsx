import { useLayoutEffect } from 'react'
import { english } from '../locales/siteTexts.js'

/** What a page shows that the server has given no settings: the other styles come with the rest. */
export function Refused() {
  // No host tells its theme here: the page is as light or dark as the visitor's system.
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = 'light dark'
  }, [])
  return (
    <main
      style={{
        maxWidth: '30rem',
        margin: '0 auto',
        padding: '1.5rem',
        font: '1rem/1.4 system-ui, sans-serif',
      }}
    >
      <h1 style={{ fontSize: '1.25rem' }}>{english['wallet.refused']}</h1>
      <p>{english['wallet.refusedText']}</p>
    </main>
  )
}
