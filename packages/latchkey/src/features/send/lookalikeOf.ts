/**
 * The known address that another one could be taken for: the same at both ends, where people look, and not the same.
 * Such addresses are made to be copied out of a history by mistake.
 */
export function lookalikeOf(address: string, known: readonly string[]): string | undefined {
  const own = address.toLowerCase()
  const ends = (text: string, lead: number, tail: number) => `${text.slice(0, 2 + lead)}…${text.slice(-tail)}`
  return known.find((candidate) => {
    const other = candidate.toLowerCase()
    if (other === own) return false
    return (
      ends(own, 2, 6) === ends(other, 2, 6) ||
      ends(own, 4, 4) === ends(other, 4, 4) ||
      ends(own, 6, 2) === ends(other, 6, 2)
    )
  })
}
