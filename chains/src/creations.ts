import { encodeDeployData, type Hex, namehash } from 'viem'
import {
  coinAbi,
  factoryAbi,
  registrarAbi,
  resolverAbi,
  reverseRegistrarAbi,
  routerAbi,
  scenesAbi,
  sponsorAbi,
  universalResolverAbi,
} from './abis.js'
import { accountContracts } from './accountContracts.js'
import { bytecode } from './bytecode.js'
import { contracts } from './contracts.js'
import { people } from './people.js'
import { readPoolBytecode } from './pool.js'

/** Returns the creation code of each of {@link contracts} in order, which determines their addresses. */
export function creations(): readonly Hex[] {
  const pool = readPoolBytecode()
  const { registry, resolver, factory, wrapped } = contracts
  return [
    pool.wrapped,
    coin(bytecode.Coin, 'Key Dollar', 'KUSD', 6),
    coin(bytecode.OldCoin, 'Iron Dollar', 'IUSD', 6),
    coin(bytecode.Coin, 'Grove', 'GROVE', 18),
    coin(bytecode.Coin, 'Fair Ticket', 'TICKET', 0),
    scenes('Quiet Places', 'QUIET', 'Quiet Place', 'A landscape that its contract draws.'),
    scenes(
      'claim-reward.example',
      'CLAIM',
      'Visit claim-reward.example to claim 5000 KUSD',
      'You have been selected! Claim your reward at https://claim-reward.example before it expires.',
    ),
    bytecode.Badges,
    encodeDeployData({ abi: factoryAbi, bytecode: pool.factory, args: [people.deployer] }),
    encodeDeployData({ abi: routerAbi, bytecode: pool.router, args: [factory, wrapped] }),
    bytecode.Registry,
    encodeDeployData({ abi: resolverAbi, bytecode: bytecode.Resolver, args: [registry] }),
    encodeDeployData({
      abi: registrarAbi,
      bytecode: bytecode.Registrar,
      args: [registry, resolver, namehash('eth')],
    }),
    encodeDeployData({
      abi: reverseRegistrarAbi,
      bytecode: bytecode.ReverseRegistrar,
      args: [registry, resolver, namehash('addr.reverse')],
    }),
    encodeDeployData({
      abi: universalResolverAbi,
      bytecode: bytecode.UniversalResolver,
      args: [registry],
    }),
    encodeDeployData({
      abi: sponsorAbi,
      bytecode: bytecode.Sponsor,
      args: [accountContracts.entryPoint],
    }),
  ]
}

function coin(code: Hex, name: string, symbol: string, decimals: number): Hex {
  return encodeDeployData({ abi: coinAbi, bytecode: code, args: [name, symbol, decimals] })
}

function scenes(...args: [name: string, symbol: string, title: string, description: string]): Hex {
  return encodeDeployData({ abi: scenesAbi, bytecode: bytecode.Scenes, args })
}
