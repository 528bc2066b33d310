import { TooManyCalls } from '../../outbound/post.js'

/** The client of the current request has used its share of the calls to indexers. */
export class ShareSpent extends TooManyCalls {
  constructor() {
    super('the client has used its share')
  }
}
