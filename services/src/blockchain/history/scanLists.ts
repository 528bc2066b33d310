/** The lists that an explorer keeps per account. */
export const scanLists = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const
export type ScanList = (typeof scanLists)[number]
