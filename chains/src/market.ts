import { type Address, encodeFunctionData, maxUint256, parseEther, parseUnits } from 'viem'
import { coinAbi, routerAbi } from './abis.js'
import { contracts } from './contracts.js'
import { people } from './people.js'
import type { Transaction } from './transactions.js'

const { dollar, ironDollar, grove, ticket, router } = contracts

/** Gives every account its initial tokens. */
export function grants(): readonly Transaction[] {
  return [
    mint(dollar, people.harbor, parseUnits('1000000', 6)),
    mint(dollar, people.marlow, parseUnits('2400', 6)),
    mint(dollar, people.saffron, parseUnits('1180.5', 6)),
    mint(dollar, people.wren, parseUnits('5000', 6)),
    mint(ironDollar, people.marlow, parseUnits('640', 6)),
    mint(ironDollar, people.wren, parseUnits('3000', 6)),
    mint(grove, people.wren, parseEther('9000')),
    mint(ticket, people.thistle, 500n),
  ]
}

/** Creates pools that price Ether at 2500 dollars, a Grove at 50 cents and a ticket at 12 dollars. */
export function pools(): readonly Transaction[] {
  const holdings = [
    [dollar, parseUnits('1620000', 6)],
    [ironDollar, parseUnits('500000', 6)],
    [grove, parseEther('500000')],
    [ticket, 10_000n],
  ] as const
  return [
    ...holdings.map(([token, units]) => mint(token, people.deployer, units)),
    ...holdings.map(([token]) => ({
      from: people.deployer,
      to: token,
      data: encodeFunctionData({ abi: coinAbi, functionName: 'approve', args: [router, maxUint256] }),
    })),
    addEther(dollar, parseUnits('1000000', 6), parseEther('400')),
    addEther(grove, parseEther('500000'), parseEther('100')),
    addDollars(ironDollar, parseUnits('500000', 6), parseUnits('500000', 6)),
    addDollars(ticket, 10_000n, parseUnits('120000', 6)),
  ]
}

function mint(token: Address, to: Address, units: bigint): Transaction {
  const data = encodeFunctionData({ abi: coinAbi, functionName: 'mint', args: [to, units] })
  return { from: people.deployer, to: token, data }
}

function addEther(token: Address, units: bigint, value: bigint): Transaction {
  const args = [token, units, units, value, people.deployer, maxUint256] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidityETH', args })
  return { from: people.deployer, to: router, data, value }
}

function addDollars(token: Address, units: bigint, dollars: bigint): Transaction {
  const args = [token, dollar, units, dollars, units, dollars, people.deployer, maxUint256] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args })
  return { from: people.deployer, to: router, data }
}
