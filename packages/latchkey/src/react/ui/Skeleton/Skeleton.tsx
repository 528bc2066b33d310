import { useSheet } from '../../shadow/ShadowMount.js'
import sheet from './Skeleton.css.js'

/** The place of something that is being fetched, in its final size. */
export function Skeleton({ shape }: { readonly shape: 'row' | 'text' }) {
  useSheet(sheet)
  return <span className="skeleton" data-shape={shape} aria-hidden="true" />
}
