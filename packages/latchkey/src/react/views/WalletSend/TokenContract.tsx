/** A token's contract, shortened until the visitor expands it. */
export function TokenContract({ address, short, isOpen }: TokenContract.Props) {
  return (
    <details className="send-contract" open={isOpen}>
      <summary>
        <bdi dir="ltr">{short}</bdi>
      </summary>
      <bdi dir="ltr">{address}</bdi>
    </details>
  )
}

export declare namespace TokenContract {
  type Props = {
    readonly address: string
    readonly short: string
    readonly isOpen: boolean
  }
}
