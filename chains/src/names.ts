import { type Address, encodeFunctionData, labelhash, namehash } from 'viem'
import { registrarAbi, registryAbi, resolverAbi, reverseRegistrarAbi } from './abis.js'
import { mintScene } from './acts.js'
import { contracts } from './contracts.js'
import { people } from './people.js'
import { drawToken } from './pictures.js'
import type { Transaction } from './transactions.js'

const { registry, resolver, registrar, reverseRegistrar, scenes } = contracts
const root = namehash('')

/** The accounts' names; each name resolves to its account on every chain. */
export const names = {
  'juniper.eth': people.visitor,
  'marlow.eth': people.marlow,
  'saffron.eth': people.saffron,
  'harbor.eth': people.harbor,
  'wren.eth': people.wren,
  'thistle.eth': people.thistle,
} as const satisfies { readonly [name: string]: Address }

/** Registers the names, each from its account, with primary names and avatars for some. */
export function naming(chainId: number): readonly Transaction[] {
  return [
    own(root, 'eth', registrar),
    own(root, 'reverse', people.deployer),
    own(namehash('reverse'), 'addr', reverseRegistrar),
    ...Object.entries(names).map(([name, account]) => register(name.slice(0, -'.eth'.length), account)),
    setName(people.visitor, 'juniper.eth'),
    setName(people.marlow, 'marlow.eth'),
    setName(people.saffron, 'saffron.eth'),
    setName(people.harbor, 'harbor.eth'),
    setName(people.wren, 'wren.eth'),
    // The stranger does not own this name: primary names must be checked against the name's record.
    setName(people.stranger, 'juniper.eth'),
    // An owned collectible as avatar, and an inline picture.
    mintScene(people.visitor),
    setText(people.visitor, 'juniper.eth', 'avatar', `eip155:${chainId}/erc721:${scenes}/1`),
    setText(people.visitor, 'juniper.eth', 'description', 'Keeps bees, and this account.'),
    setText(people.marlow, 'marlow.eth', 'avatar', drawToken('M', '#7c5cff')),
  ]
}

function own(node: `0x${string}`, label: string, owner: Address): Transaction {
  const args = [node, labelhash(label), owner] as const
  const data = encodeFunctionData({ abi: registryAbi, functionName: 'setSubnodeOwner', args })
  return { from: people.deployer, to: registry, data }
}

function register(label: string, from: Address): Transaction {
  const data = encodeFunctionData({ abi: registrarAbi, functionName: 'register', args: [label, from] })
  return { from, to: registrar, data }
}

function setName(from: Address, name: string): Transaction {
  const data = encodeFunctionData({ abi: reverseRegistrarAbi, functionName: 'setName', args: [name] })
  return { from, to: reverseRegistrar, data }
}

function setText(from: Address, name: string, key: string, value: string): Transaction {
  const args = [namehash(name), key, value] as const
  return { from, to: resolver, data: encodeFunctionData({ abi: resolverAbi, functionName: 'setText', args }) }
}
