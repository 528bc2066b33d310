/**
 * Loads packages of polkadot-js without their warnings: two versions of `@polkadot/util` are here, which works, and of
 * which they tell at length.
 *
 * @template value
 * @param {() => Promise<value>} load
 * @returns {Promise<value>}
 */
export async function quietly(load) {
  const { warn } = console
  console.warn = () => {}
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
