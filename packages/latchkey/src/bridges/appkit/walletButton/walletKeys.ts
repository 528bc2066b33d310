/** The incumbent's keys for wallets. */
const wallets = [
  'coinbase',
  'metamask',
  'trust',
  'okx',
  'bitget',
  'binance',
  'uniswap',
  'safepal',
  'rainbow',
  'bybit',
  'tokenpocket',
  'ledger',
  'timeless-x',
  'safe',
  'zerion',
  'oneinch',
  'crypto-com',
  'imtoken',
  'kraken',
  'ronin',
  'robinhood',
  'exodus',
  'argent',
  'jupiter',
  'solflare',
  'phantom',
  'coin98',
  'magic-eden',
  'backpack',
  'frontier',
  'xverse',
  'leather',
  'walletConnect',
] as const

const logins = ['google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook', 'email'] as const

/** A way to log in to the embedded wallet. */
export type LoginKey = (typeof logins)[number]

export type WalletKey = (typeof wallets)[number] | LoginKey

export function isLogin(key: WalletKey): key is LoginKey {
  return (logins as readonly string[]).includes(key)
}

export function isWalletKey(key: unknown): key is WalletKey {
  return [...wallets, ...logins].some((known) => known === key)
}

/** Checks whether a wallet's name begins with the key's words. */
export function isNameOf(key: WalletKey, name: string): boolean {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const wanted = (key === 'oneinch' ? '1inch' : key).toLowerCase().split('-')
  return wanted.every((word, index) => words[index] === word)
}
