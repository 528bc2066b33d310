import type { Network } from 'latchkey'

// The practice wallet's stored data for this site.
const permissionKey = (family: string) =>
  family === 'eip155' ? 'practice.permission' : `practice.permission.${family}`
const chainKey = 'practice.chain'
const personKey = 'practice.person'

/** The practice wallet's possible owners, by index of their account in the phrase. */
export const people = ['juniper.eth', 'marlow.eth', 'saffron.eth'] as const

export function recallPerson(): number {
  return Math.max(0, people.indexOf(read(personKey) as (typeof people)[number]))
}

export function rememberPerson(person: number): void {
  write(personKey, people[person] ?? people[0])
}

export function recallPermission(family = 'eip155'): boolean {
  return read(permissionKey(family)) === 'yes'
}

export function rememberPermission(isPermitted: boolean, family = 'eip155'): void {
  write(permissionKey(family), isPermitted ? 'yes' : 'no')
}

export function recallChain(networks: readonly Network[]): number {
  const stored = Number(read(chainKey))
  const known = networks.map(({ id }) => Number(id))
  return known.includes(stored) ? stored : (known[0] ?? 1)
}

export function rememberChain(chainId: number): void {
  write(chainKey, String(chainId))
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the data lasts as long as the page.
  }
}
