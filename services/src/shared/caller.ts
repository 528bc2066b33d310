import type { Settings } from './settings.js'

/** The client whose call causes the work in progress, as limits count it. */
export type Caller = {
  /** The client's address and project. */
  readonly client: string
  /** Absent if there is only one project, which then owns everything. */
  readonly project: string | undefined
  /** The key of the client's address alone, whichever project it names. */
  readonly address?: string | undefined
}

/** Names a client by its project and by the key of its address. */
export function callerFor(settings: Settings, projectId: string, address: string): Caller {
  const project = ownerFor(settings, projectId)
  return {
    client: `${project} ${address}`,
    project: settings.projects.length > 1 ? project : undefined,
    address,
  }
}

/**
 * Returns the project whose allowance a call uses. Without configured projects every id is accepted, so a new id must not
 * get a new allowance.
 */
export function ownerFor(settings: Settings, projectId: string): string {
  return settings.projects.length === 0 ? 'any' : projectId
}
