import { readFileSync } from 'node:fs'
import { isOriginAllowed, isOriginPattern } from 'latchkey/protocol'
import * as v from 'valibot'
import { parseJsonOr } from './parseJsonOr.js'

/** The project of clients without a `projectId`. */
export const openProjectId = 'open'

const positive = v.pipe(v.number(), v.integer(), v.minValue(1))

const projectSchema = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')),
  /** Origins whose pages may use the project; absent: any. */
  origins: v.optional(
    v.array(v.pipe(v.string(), v.check(isOriginPattern, 'must be like https://app.example'))),
  ),
  /** The app's name in mails to its users. A mail program must not take it for a link. */
  name: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\p{L}\p{N}][\p{L}\p{N} &'’._-]{0,39}$/u,
        "must be 1 to 40 letters, digits, spaces or & ' . _ -",
      ),
      v.check((name) => !/\.\S|www/i.test(name), 'must not look like an address'),
    ),
  ),
  /** Refuses every request, as if the project did not exist. */
  isSuspended: v.optional(v.boolean()),
  isAnalyticsEnabled: v.optional(v.boolean()),
  /** Limits that override the settings of the same name. */
  limits: v.optional(
    v.strictObject({
      httpRate: v.optional(positive),
      httpBurst: v.optional(positive),
      relayMessageSize: v.optional(positive),
      relayTopics: v.optional(positive),
      relayPublishRate: v.optional(positive),
      relayPublishBurst: v.optional(positive),
      /** Most open sockets of the project; absent: only the process's limit applies. */
      relaySockets: v.optional(positive),
    }),
  ),
})

/** A client of the services: its allowed pages and its limits. */
export type Project = v.InferOutput<typeof projectSchema>

/** A refusal, with the texts that existing clients know (`alertOfServerMessage`). */
type Refusal = {
  /** 401: the key is missing or unknown. 403: the page's origin is not on the project's list. */
  readonly status: 401 | 403
  readonly message: 'Unauthorized: invalid key' | 'Unauthorized: origin not allowed' | 'Project ID is missing'
}

export type Projects = {
  /**
   * Returns a request's project, or why it is refused. A request without an origin (not from a browser) skips the list.
   */
  admit(request: {
    readonly projectId: string | undefined
    readonly origin: string | undefined
  }): { readonly project: Project } | { readonly refusal: Refusal }
}

/**
 * Without configured projects every id is a project without own limits; a missing id counts as {@link openProjectId}.
 */
export function createProjects(configured: readonly Project[]): Projects {
  const projects = new Map(configured.map((project) => [project.id, project]))
  return {
    admit({ projectId, origin }) {
      const id = projectId ?? openProjectId
      const project = configured.length === 0 ? anyProject(id) : projects.get(id)
      if (project === undefined || project.isSuspended === true) {
        const message = projectId === undefined ? 'Project ID is missing' : 'Unauthorized: invalid key'
        return { refusal: { status: 401, message } }
      }
      if (
        origin !== undefined &&
        project.origins !== undefined &&
        !isOriginAllowed(origin, project.origins)
      ) {
        return { refusal: { status: 403, message: 'Unauthorized: origin not allowed' } }
      }
      return { project }
    },
  }
}

/** Reads the setting: a JSON list, or the path of a file with one. Throws what is wrong with it. */
export function readProjects(setting: string): readonly Project[] {
  const result = v.safeParse(v.array(projectSchema), parse(setting))
  if (!result.success) {
    const issue = result.issues[0]
    throw new Error(`must be a list of projects (${v.getDotPath(issue) ?? 'list'}: ${issue.message})`)
  }
  const ids = result.output.map((project) => project.id)
  const twin = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twin !== undefined) throw new Error(`must not name the project "${twin}" twice`)
  return result.output
}

function parse(setting: string): unknown {
  let json = setting
  if (!setting.trimStart().startsWith('[')) {
    try {
      json = readFileSync(setting, 'utf8')
    } catch (error) {
      throw new Error('must be a JSON list or the path of a readable file', { cause: error })
    }
  }
  return parseJsonOr(json, (cause) => new Error('must hold valid JSON', { cause }))
}

function anyProject(id: string): Project | undefined {
  return v.is(projectSchema.entries.id, id) ? { id } : undefined
}
