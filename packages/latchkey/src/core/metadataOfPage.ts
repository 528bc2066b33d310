import type { Metadata } from '../protocol/entities/Metadata.js'

/** The app's metadata read from its page, for a host that passes none. */
export function metadataOfPage(): Metadata {
  if (typeof document === 'undefined') return { name: '', description: '', url: '', icons: [] }
  const description = document.querySelector<HTMLMetaElement>(
    'meta[property="og:description"], meta[name=description]',
  )
  const icon = document.querySelector<HTMLLinkElement>('link[rel~=icon]')
  return {
    name: document.title,
    description: description?.content ?? '',
    url: location.origin,
    icons: icon === null ? [] : [icon.href],
  }
}
