import { isOriginAllowed } from 'latchkey/protocol'
import { HttpError } from '../../shared/HttpError.js'
import type { Project } from '../../shared/projects.js'

/** Returns whether a page may embed a project's wallet: its origin is on the project's list, or is this machine (decision 325). */
function mayEmbed(project: Project, origin: string): boolean {
  return isOriginAllowed(origin, project.origins ?? [])
}

/**
 * Checks the page in which somebody logs in: mails name it, so it must be one that the operator has listed, or the wallet's
 * own site. Throws `FORBIDDEN`.
 */
export function readHost(project: Project, host: string, frameUrl: string): string {
  const isOrigin = URL.canParse(host) && new URL(host).origin === host
  if (!isOrigin || !(host === frameUrl || mayEmbed(project, host))) throw new HttpError('FORBIDDEN')
  return host
}
