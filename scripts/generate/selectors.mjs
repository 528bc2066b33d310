// Writes services/site/consent/calls/selectors.ts: the methods of contracts that the wallet can name, by their first four
// bytes, from the ABIs of packages of this repository and from the list below. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseAbi, toFunctionSelector } from 'viem'
import { root } from '../install.mjs'

const require = createRequire(join(root, 'chains/package.json'))

/** ABIs in packages, the best known first: the first signature of a selector gives the names of its parameters. */
const artifacts = [
  ...[
    'IERC20',
    'ERC20Burnable',
    'IERC20Permit',
    'IERC3009',
    'IERC7674',
    'IERC1363',
    'ERC20Wrapper',
    'IERC721',
  ],
  ...['ERC721Burnable', 'IERC1155', 'ERC1155Burnable', 'IERC4626', 'IVotes', 'IAccessControl', 'Ownable'],
].map((name) => `@openzeppelin/contracts/build/contracts/${name}.json`)
const others = [
  '@uniswap/v2-periphery/build/IUniswapV2Router02.json',
  '@uniswap/v2-periphery/build/IWETH.json',
  '@account-abstraction/contracts/artifacts/IStakeManager.json',
  '@account-abstraction/contracts/artifacts/Simple7702Account.json',
]

/** Interfaces that no package here has, written down from their documentation. */
const written = parseAbi([
  // Tokens with additions of their own.
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address spender, uint256 tokenId, uint256 deadline, bytes signature)',
  'function mint(address to, uint256 amount)',
  'function mint(uint256 amount)',
  'function mint()',
  'function safeMint(address to, uint256 tokenId)',
  'function burn(address from, uint256 amount)',
  // Permit2.
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  // Several calls in one.
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
  'function aggregate((address target, bytes callData)[] calls)',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)',
  // Uniswap V3 and its routers.
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
  'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
  'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function execute(bytes commands, bytes[] inputs)',
  'function refundETH()',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function sweepToken(address token, uint256 amountMinimum, address recipient)',
  'function wrapETH(uint256 value)',
  // Names (ENS).
  'function setAddr(bytes32 node, address a)',
  'function setAddr(bytes32 node, uint256 coinType, bytes a)',
  'function setText(bytes32 node, string key, string value)',
  'function setName(string name)',
  'function setOwner(bytes32 node, address owner)',
  'function setResolver(bytes32 node, address resolver)',
  'function setSubnodeOwner(bytes32 node, bytes32 label, address owner)',
  'function renew(string name, uint256 duration)',
  // Votes.
  'function castVote(uint256 proposalId, uint8 support)',
  'function castVoteWithReason(uint256 proposalId, uint8 support, string reason)',
  // Staking and claims of many protocols.
  'function stake(uint256 amount)',
  'function unstake(uint256 amount)',
  'function claim()',
  'function claim(address account, uint256 amount, bytes32[] merkleProof)',
  'function claimRewards(address[] assets, uint256 amount, address to)',
  'function deposit(uint256 amount)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
])

/** @typedef {{ readonly type: string, readonly name?: string, readonly components?: readonly Parameter[] }} Parameter */
/** @typedef {{ readonly type: string, readonly name?: string, readonly stateMutability?: string, readonly inputs?: readonly Parameter[] }} Item */

/** @type {Map<string, string>} */
const table = new Map()
for (const { abi, isWritten } of [...artifacts, ...others]
  .map(read)
  .concat({ abi: written, isWritten: true })) {
  for (const item of abi) {
    // What contracts call back is never what a person sends.
    if (item.type !== 'function' || /^(?:on[A-Z]|validate)/.test(item.name ?? '')) continue
    if (!isWritten && (item.stateMutability === 'view' || item.stateMutability === 'pure')) continue
    const selector = toFunctionSelector(/** @type {import('viem').AbiFunction} */ (item))
    if (!table.has(selector))
      table.set(selector, `${item.name}(${(item.inputs ?? []).map(textOf).join(',')})`)
  }
}
const lines = [...table]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([selector, text]) => `  '${selector}': '${text}',`)
const text = `// Written by \`node scripts/generate/selectors.mjs\` from ABIs.

/** Methods of contracts by their first four bytes, with the names and types of their parameters. */
// biome-ignore format: one line for each.
export const selectors: { readonly [selector: string]: string | undefined } = {
${lines.join('\n')}
}
`
const path = join(root, 'services/site/consent/calls/selectors.ts')
if (process.argv.includes('--check')) {
  const isCurrent = readFileSync(path, 'utf8') === text
  console.log(
    isCurrent ? 'selectors.ts is current' : 'selectors.ts is old: node scripts/generate/selectors.mjs',
  )
  process.exit(isCurrent ? 0 : 1)
}
writeFileSync(path, text)
console.log(`selectors.ts: ${table.size} methods`)

/** @param {string} file @returns {{ abi: readonly Item[], isWritten: boolean }} */
function read(file) {
  return { abi: require(file).abi, isWritten: false }
}

/** A parameter as \`address to\`; a struct as \`(address to,uint256 value) item\`. @param {Parameter} parameter @returns {string} */
function textOf({ type, name = '', components }) {
  const plain = name.replace(/^_+|_+$/g, '')
  const full = components ? `(${components.map(textOf).join(',')})${type.slice('tuple'.length)}` : type
  return plain === '' ? full : `${full} ${plain}`
}
