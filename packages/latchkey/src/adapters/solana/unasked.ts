/** Errors of steps before a wallet was asked. */
const unasked = new WeakSet<object>()

/** Whether the wallet was not asked when this error was thrown. */
export const isUnasked = (error: unknown): boolean => unasked.has(error as object)

/** Runs a step before the wallet is asked, and marks its error so. */
export async function beforeAsking<value>(step: () => value | Promise<value>): Promise<value> {
  try {
    return await step()
  } catch (error) {
    if (Object(error) === error) unasked.add(error as object)
    throw error
  }
}

/** Waits for the wallet's answer. The wallet may throw an error again that it threw before it was asked. */
export async function afterAsking<value>(answer: Promise<value>): Promise<value> {
  try {
    return await answer
  } catch (error) {
    unasked.delete(error as object)
    throw error
  }
}
