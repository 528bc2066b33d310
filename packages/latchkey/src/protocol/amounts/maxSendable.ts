/**
 * Returns the largest amount of a network's coin that leaves enough for the fee, in base units; `0n` if the fee alone
 * exceeds the balance. A token does not pay for its fee, so all of its balance can be sent.
 *
 * - `most` is the highest possible fee (`FeeQuote.most`), not the likely one: the network rejects a transfer whose
 *   worst case the account cannot pay.
 * - `kept` is the amount that must stay in the account. Negative numbers count as 0.
 */
export function maxSendable(
  balanceUnits: bigint,
  { most, kept = 0n }: { most: bigint; kept?: bigint | undefined },
): bigint {
  return atLeastZero(balanceUnits - atLeastZero(most) - atLeastZero(kept))
}

function atLeastZero(value: bigint): bigint {
  // Stryker disable next-line EqualityOperator: for 0 both branches give 0.
  return value < 0n ? 0n : value
}
