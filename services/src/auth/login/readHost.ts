import { isOriginAllowed, isOriginListed } from 'latchkey/protocol'
import { isLoopbackHost } from '../../shared/clientAddress.js'
import { HttpError } from '../../shared/HttpError.js'
import type { Project } from '../../shared/projects.js'

/** Returns whether a page may embed a project's wallet: its origin is on the project's list, or is this machine (decision 325). */
export function mayEmbed(project: Project, origin: string): boolean {
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

/**
 * Refuses a login at a provider that a page of somebody's own machine begins, unless the wallet runs there too, or the project
 * lists the page, or has no list (decision 378): any program of a machine can be such a page, and the provider's window leads
 * back to it. Throws `FORBIDDEN`.
 */
export function refuseOwnMachine({ origins }: Project, host: string, frameUrl: string): void {
  const isOwn = (url: string) => isLoopbackHost(new URL(url).host)
  if (!isOwn(host) || isOwn(frameUrl) || origins === undefined || isOriginListed(host, origins)) return
  throw new HttpError('FORBIDDEN')
}
