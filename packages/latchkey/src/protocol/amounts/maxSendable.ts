/**
 * Returns the largest amount of a network's coin that leaves enough for the gas, in base units; `0n` if the gas alone
 * exceeds the balance. A token does not pay for gas, so all of its balance can be sent.
 *
 * - `gasPriceUnits` is the highest possible price of a unit of gas (`maxFeePerGas`), not the current one: the network
 *   rejects a transaction whose worst case the account cannot pay.
 * - `dataFeeUnits` is a rollup's additional fee for data. Negative numbers count as 0.
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
  // Stryker disable next-line EqualityOperator: nothing is nothing.
  return value < 0n ? 0n : value
}
