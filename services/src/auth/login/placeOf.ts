import { truncateAddress } from '../../shared/clientAddress.js'
import type { Project } from '../../shared/projects.js'
import type { Asked } from './LoginParts.js'
import { browserOf } from './mail/browserOf.js'
import type { Place } from './mail/Letter.js'

/** Describes for a mail where a request comes from. */
export function placeOf(
  input: Pick<Asked, 'project' | 'client' | 'header'>,
  host: string,
  at: number,
): Place {
  return {
    app: appOf(input.project, host),
    host: new URL(host).host,
    browser: browserOf(input.header('user-agent')),
    network: truncateAddress(input.client),
    at,
  }
}

/** Returns the name of a project's app: that of the settings, or the host of a page. */
export function appOf({ name, id }: Project, page?: string | undefined): string {
  return name ?? (page === undefined ? id : new URL(page).host)
}
