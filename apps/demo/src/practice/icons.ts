import type { LedgerFamily } from '../settings.js'

const colours: { readonly [family in LedgerFamily]: string } = {
  solana: '%237c3aed',
  bip122: '%23c2410c',
  polkadot: '%23be185d',
}

/** The practice wallet's picture in a family's colour. */
export const iconOf = (family: LedgerFamily) =>
  `data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"%3E%3Crect width="64" height="64" fill="${colours[family]}"/%3E%3Cpath d="M16 24h32v22H16z" fill="%23fff"/%3E%3Cpath d="M16 24 40 14v10" fill="none" stroke="%23fff" stroke-width="5" stroke-linejoin="round"/%3E%3Ccircle cx="41" cy="35" r="4" fill="${colours[family]}"/%3E%3C/svg%3E`

/** A network's picture in its family's colour: a ring. */
export const networkIconOf = (family: LedgerFamily) =>
  `data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"%3E%3Crect width="64" height="64" fill="${colours[family]}"/%3E%3Ccircle cx="32" cy="32" r="14" fill="none" stroke="%23fff" stroke-width="7"/%3E%3C/svg%3E`
