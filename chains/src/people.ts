/**
 * The accounts on the local chains: those of the development phrase (`test test … junk`), which the chains fund and
 * whose keys are public.
 */
export const people = {
  /** The demo's practice wallet. */
  visitor: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  /** The three accounts of the wallet app. */
  marlow: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  saffron: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  third: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  /** Pays the visitor. */
  harbor: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  /** Lends, borrows and swaps collectibles with the visitor. */
  wren: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  /** A shop; its address has no primary name. */
  thistle: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  /** Sends unrequested tokens, and claims the visitor's name. */
  stranger: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  /** Deploys the contracts; their addresses follow from this account and the order. */
  deployer: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
} as const satisfies { readonly [name: string]: `0x${string}` }

/**
 * Has the same first and last characters as marlow. The stranger puts it into the visitor's history, where it may be
 * copied.
 */
export const lookAlike = '0x709979b4e6b0A3bc1B53c3D0De0Df6e7c9dC79C8'
