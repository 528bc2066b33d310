/** The contracts' addresses on every local chain. They follow from the deployer and the order, which a test checks. */
export const contracts = {
  /** Wrapped Ether, as the router needs it. */
  wrapped: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
  /** 6 decimals, worth one dollar. */
  dollar: '0xA15BB66138824a1c7167f5E85b957d04Dd34E468',
  /** 6 decimals, worth about one dollar; its functions return nothing. */
  ironDollar: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431',
  /** 18 decimals. */
  grove: '0x8ce361602B935680E8DeC218b820ff5056BeB7af',
  /** 0 decimals. */
  ticket: '0xe1Aa25618fA0c7A1CFDab5d6B456af611873b629',
  /** Collectibles, ERC-721. */
  scenes: '0xe1DA8919f262Ee86f9BE05059C9280142CF23f48',
  /** Unrequested collectibles, ERC-721. */
  flyers: '0x0C8E79F3534B00D9a3D4a856B665Bf4eBC22f2ba',
  /** Collectibles, ERC-1155. */
  badges: '0xeD1DB453C3156Ff3155a97AD217b3087D5Dc5f6E',
  /** Uniswap V2. */
  factory: '0xf7Cd8fa9b94DB2Aa972023b379c7f72c65E4De9D',
  router: '0x12975173B87F7595EE45dFFb2Ab812ECE596Bf84',
  /** ENS. */
  registry: '0x82Dc47734901ee7d4f4232f398752cB9Dd5dACcC',
  resolver: '0x196dBCBb54b8ec4958c959D8949EBFE87aC2Aaaf',
  registrar: '0x82C6D3ed4cD33d8EC1E51d0B5Cc1d822Eaa0c3dC',
  reverseRegistrar: '0x05B4CB126885fb10464fdD12666FEb25E2563B76',
  universalResolver: '0x2a264F26859166C5BF3868A54593eE716AeBC848',
  /** Pays for the operations of smart accounts. */
  sponsor: '0xd04fF4A75Edd737A73E92b2F2274Cb887d96E110',
  /** Its usual address on nearly every chain. */
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies { readonly [name: string]: `0x${string}` }
