import { createRequire } from 'node:module'
import type { Hex } from 'viem'

const require = createRequire(import.meta.url)

/**
 * What creates the contracts of Uniswap V2, as their own packages hold it. They are under the GPL: used here to try
 * things on, and no part of anything that is published.
 */
export function readPoolBytecode(): { readonly [name in 'factory' | 'router' | 'wrapped']: Hex } {
  return {
    factory: read('@uniswap/v2-core/build/UniswapV2Factory.json'),
    router: read('@uniswap/v2-periphery/build/UniswapV2Router02.json'),
    wrapped: read('@uniswap/v2-periphery/build/WETH9.json'),
  }
}

function read(file: string): Hex {
  const { bytecode } = require(file) as { readonly bytecode: string }
  return `0x${bytecode.replace(/^0x/, '')}`
}
