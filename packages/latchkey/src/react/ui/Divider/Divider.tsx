import { useSheet } from '../../shadow/ShadowMount.js'
import sheet from './Divider.css.js'

/** A line between two groups, with the word that joins or names them. */
export function Divider({ children }: { readonly children: string }) {
  useSheet(sheet)
  return <p className="divider">{children}</p>
}
