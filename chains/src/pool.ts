import { createRequire } from 'node:module'
import type { Hex } from 'viem'

const require = createRequire(import.meta.url)

/**
 * Reads the creation code of Uniswap V2 from its own packages. They are under the GPL: used here for tests only, and
 * not part of anything published.
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
