/** An error answer of the bundler (ERC-7769 "Error Codes"). */
export class BundlerFailure extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
