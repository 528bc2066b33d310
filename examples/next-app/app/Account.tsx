'use client'

import { useConnection } from 'latchkey/react'

export function Account() {
  const { status, address } = useConnection()
  return <p data-testid="account">{`${status} ${address ?? ''}`}</p>
}
