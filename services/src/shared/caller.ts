/** The client whose call causes the work in progress, as limits count it. */
export type Caller = {
  /** The client's address and project. */
  readonly client: string
  /** Absent if there is only one project, which then owns everything. */
  readonly project: string | undefined
}
