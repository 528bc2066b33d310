/** How fast a transfer should be in a block; it decides its fee rate. */
export type Speed = 'slow' | 'normal' | 'fast'

/** Within how many blocks a transaction is expected. */
export const blocks: { readonly [speed in Speed]: number } = { fast: 1, normal: 3, slow: 6 }

/** Minutes from one block to the next, on average. */
export const blockMinutes = 10

export const isSpeed = (name: string | undefined): name is Speed =>
  name !== undefined && Object.hasOwn(blocks, name)
