import type { Asking } from './pageOf.js'

/** Reads the token from a header such as `Authorization: DPoP <token>`. */
export function tokenOf({ header }: Asking, name: string, scheme: 'DPoP' | 'Bearer'): string | undefined {
  // Stryker disable next-line ArrayDeclaration,StringLiteral: no text without a match has a token.
  const [, said, token] = /^(\w+) ([\w-]{16,128})$/.exec(header(name) ?? '') ?? []
  return said?.toLowerCase() === scheme.toLowerCase() ? token : undefined
}
