const width = 600
const height = 800

/** Opens an empty window for a provider, in the visitor's click; `null` if the browser does not allow it. */
export function openProvider(): Window | null {
  const left = Math.max(0, Math.round(screen.width / 2 - width / 2))
  const top = Math.max(0, Math.round(screen.height / 2 - height / 2))
  return window.open('', 'latchkey-login', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
