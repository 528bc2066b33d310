/**
 * The most of a network's coin that can be sent so that the gas can still be paid, in base units; `0n` when the gas
 * alone is more than the balance. A token pays no gas of its own: all of its balance can be sent.
 *
 * - `gasPriceUnits` is the most that a unit of gas may cost (`maxFeePerGas`), not what it costs now: the network
 *   refuses a transaction whose worst case the account cannot pay.
 * - `dataFeeUnits` is what a rollup takes on top for its data. Negative numbers count as none.
 */
export function maxSendable(
  balanceUnits: bigint,
  {
    gasLimit,
    gasPriceUnits,
    dataFeeUnits = 0n,
  }: { gasLimit: bigint; gasPriceUnits: bigint; dataFeeUnits?: bigint | undefined },
): bigint {
  const left = balanceUnits - atLeastZero(gasLimit) * atLeastZero(gasPriceUnits) - atLeastZero(dataFeeUnits)
  return atLeastZero(left)
}

function atLeastZero(value: bigint): bigint {
  return value < 0n ? 0n : value
}
