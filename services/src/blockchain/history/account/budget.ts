import type { RpcCall } from '../../../outbound/post.js'
import { weightOfReading } from '../../budget/weightOf.js'
import type { Nodes } from '../../nodes.js'

/** How many calls a piece of work may still make, who counts them, and whether that client has calls left. */
export type Budget = {
  left: number
  readonly spend?: ((calls: number) => void) | undefined
  /** Other requests of the client spend its calls at the same time. */
  readonly hasCalls?: (() => boolean) | undefined
}

/** The work has made all calls that it may; what it has learned is kept for the next one. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent'
}

/** Returns nodes whose calls count. The last batch may go a little beyond the budget. */
export function meter(nodes: Nodes, budget: Budget): Nodes {
  return {
    ...nodes,
    async ask(calls: readonly RpcCall[], ...rest) {
      if (budget.left <= 0 || budget.hasCalls?.() === false) throw new BudgetSpent()
      budget.left -= calls.length
      budget.spend?.(weightOfReading(calls))
      return nodes.ask(calls, ...rest)
    },
  }
}
