import { useSheet } from '../../shadow/ShadowRootContext.js'
import sheet from './Divider.css.js'

/** A line between two groups, with a word in it: "or", or the name of the second group. */
export function Divider({ children }: { readonly children: string }) {
  useSheet(sheet)
  return <p className="divider">{children}</p>
}
