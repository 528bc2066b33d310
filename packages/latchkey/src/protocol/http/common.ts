import * as v from 'valibot'

/** The query parameters of every call (spec §7): the project, and the client's name and version. */
export const common = {
  projectId: v.optional(v.pipe(v.string(), v.maxLength(64))),
  st: v.optional(v.pipe(v.string(), v.maxLength(32))),
  sv: v.optional(v.pipe(v.string(), v.maxLength(64))),
}
