import { parseAbi } from 'viem'

// The functions that deploying and the history call; the tests check them against the contracts.

export const coinAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals)',
  'function mint(address to, uint256 units)',
  'function transfer(address to, uint256 units)',
  'function transferFrom(address from, address to, uint256 units)',
  'function approve(address spender, uint256 units)',
])

export const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 units)'])

export const scenesAbi = parseAbi([
  'constructor(string name, string symbol, string title, string description)',
  'function mint(address to)',
  'function transferFrom(address from, address to, uint256 id)',
])

export const badgesAbi = parseAbi([
  'function mintBatch(address to, uint256[] ids, uint256[] amounts)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

export const factoryAbi = parseAbi(['constructor(address feeToSetter)'])

export const routerAbi = parseAbi([
  'constructor(address factory, address wrapped)',
  'function addLiquidity(address a, address b, uint256 aUnits, uint256 bUnits, uint256 aLeast, uint256 bLeast, address to, uint256 deadline)',
  'function addLiquidityETH(address token, uint256 units, uint256 least, uint256 etherLeast, address to, uint256 deadline) payable',
  'function swapExactETHForTokens(uint256 least, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 units, uint256 least, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 units, uint256 least, address[] path, address to, uint256 deadline)',
])

export const registryAbi = parseAbi([
  'function setSubnodeOwner(bytes32 node, bytes32 label, address to)',
  'function resolver(bytes32 node) view returns (address)',
])

export const resolverAbi = parseAbi([
  'constructor(address registry)',
  'function setText(bytes32 node, string key, string value)',
])

export const registrarAbi = parseAbi([
  'constructor(address registry, address resolver, bytes32 node)',
  'function register(string label, address owner)',
])

export const reverseRegistrarAbi = parseAbi([
  'constructor(address registry, address resolver, bytes32 node)',
  'function setName(string name)',
])

export const universalResolverAbi = parseAbi(['constructor(address registry)'])

export const sponsorAbi = parseAbi(['constructor(address entryPoint)'])

export const entryPointAbi = parseAbi(['function depositTo(address account) payable'])
