import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Skeleton.css.js'

/** A placeholder in the final size of content that is loading. */
export function Skeleton({ shape }: { readonly shape: 'row' | 'text' }) {
  useSheet(sheet)
  return <span className="skeleton" data-shape={shape} aria-hidden="true" />
}
