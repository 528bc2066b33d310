import type { Client, ClientConfig } from 'viem'
import { createAskingClient } from '../outbound/askingClient.js'
import type { Nodes } from './nodes.js'

/** Creates a viem client that calls a chain's nodes and passes their errors to viem. */
export function createNodeClient(nodes: Nodes, config: Pick<ClientConfig, 'ccipRead'> = {}): Client {
  return createAskingClient((calls) => nodes.ask(calls), config)
}
