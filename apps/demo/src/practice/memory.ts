import type { Network } from 'latchkey'

// What the practice wallet remembers of this site, as an extension would.
const permissionKey = 'practice.permission'
const chainKey = 'practice.chain'
const personKey = 'practice.person'

/** Who the practice wallet belongs to, by the place of their account in the phrase. */
export const people = ['juniper.eth', 'marlow.eth', 'saffron.eth'] as const

export function recallPerson(): number {
  return Math.max(0, people.indexOf(read(personKey) as (typeof people)[number]))
}

export function rememberPerson(person: number): void {
  write(personKey, people[person] ?? people[0])
}

export function recallPermission(): boolean {
  return read(permissionKey) === 'yes'
}

export function rememberPermission(isPermitted: boolean): void {
  write(permissionKey, isPermitted ? 'yes' : 'no')
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
    // Without storage the wallet forgets with the page.
  }
}
