import { NodeError } from '../../outbound/post.js'

/** A source does not offer this, or not on the operator's plan. It will not while the service runs. */
export class NotOffered extends NodeError {
  override readonly isOfTheCall = true
}
