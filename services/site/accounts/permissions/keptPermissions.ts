import type { WalletRecords } from '../records.js'
import { allows } from './allows.js'
import { type KeptPermission, newUsage, type Permission, type Usage } from './Permission.js'

/** An account keeps so many; the oldest are given up first. */
const mostPermissions = 50

export function withPermission(records: WalletRecords, permission: Permission): WalletRecords {
  const kept = { permission, usage: newUsage(permission) }
  return { ...records, permissions: [...records.permissions, kept].slice(-mostPermissions) }
}

/** Revokes permissions: those are forgotten, so nothing is signed by them any more. */
export function withoutPermissions(records: WalletRecords, ids: readonly string[]): WalletRecords {
  return {
    ...records,
    permissions: records.permissions.filter(({ permission }) => !ids.includes(permission.id)),
  }
}

/** The permissions that hold now, of one page or of all. */
export function permissionsOf(
  records: WalletRecords,
  { origin, now }: { readonly origin?: string | undefined; readonly now: number },
): readonly KeptPermission[] {
  return records.permissions.filter(
    ({ permission }) => permission.expiresAt > now && (origin === undefined || permission.origin === origin),
  )
}

/** Finds the first permission that covers a request, with its usage afterwards. */
export function permissionFor(
  records: WalletRecords,
  request: allows.Request,
): { readonly permission: Permission; readonly usage: Usage } | undefined {
  for (const { permission, usage } of records.permissions) {
    const result = allows(permission, request, usage)
    if (result.isAllowed) return { permission, usage: result.usage }
  }
  return undefined
}

export function withUsage(records: WalletRecords, id: string, usage: Usage): WalletRecords {
  return {
    ...records,
    permissions: records.permissions.map((kept) => (kept.permission.id === id ? { ...kept, usage } : kept)),
  }
}
