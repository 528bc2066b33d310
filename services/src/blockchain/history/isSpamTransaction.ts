import type { Transaction } from 'latchkey/protocol'

/** Clients leave out a transaction that moved only collectibles that are marked as spam (spec §5). */
export function isLeftOut({ transfers }: Transaction): boolean {
  return transfers.length > 0 && transfers.every(({ nft_info }) => nft_info?.flags.is_spam === true)
}

/** Whether clients fold a transaction: somebody else's, which moved only what is marked as spam. */
export function isFolded({ metadata, transfers }: Transaction, owner: string): boolean {
  const isOwn = metadata.sentFrom.toLowerCase() === owner.toLowerCase()
  const isMarked = ({ fungible_info: token, nft_info: nft }: Transaction['transfers'][number]) =>
    token?.is_spam === true || nft?.flags.is_spam === true
  return !isOwn && transfers.length > 0 && transfers.every(isMarked)
}
