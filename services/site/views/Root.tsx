import { adoptSheet, modalSheet, ShadowRootContext, tokensSheet } from 'latchkey/site'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSiteState } from './SiteContext.js'

/** Draws into a shadow root with the modal's tokens: the site has the modal's parts, which are made for one. */
export function Root({ host, children }: { readonly host: HTMLElement; readonly children: ReactNode }) {
  const [root, setRoot] = useState<ShadowRoot>()
  const { mode, variables } = useSiteState(({ theme }) => theme)
  const tag = useSiteState(({ locale }) => locale.tag)

  useEffect(() => {
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    adoptSheet(shadow, tokensSheet)
    adoptSheet(shadow, modalSheet)
    setRoot(shadow)
  }, [host])
  useEffect(() => {
    host.dataset.theme = mode
    for (const [name, value] of Object.entries(variables)) host.style.setProperty(name, String(value))
    document.documentElement.lang = tag
    document.documentElement.dir = /^(ar|fa|he)/.test(tag) ? 'rtl' : 'ltr'
    document.documentElement.style.colorScheme = mode
  }, [host, mode, variables, tag])

  if (root === undefined) return null
  return createPortal(
    <ShadowRootContext.Provider value={root}>
      <div className="root" lang={tag} dir={/^(ar|fa|he)/.test(tag) ? 'rtl' : 'ltr'}>
        {children}
      </div>
    </ShadowRootContext.Provider>,
    root,
  )
}
