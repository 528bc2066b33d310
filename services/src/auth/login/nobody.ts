import { HttpError } from '../../shared/HttpError.js'

/** The one refusal of whoever has no session: without a token, with an expired one, or with somebody else's. */
export function nobody(): HttpError {
  return new HttpError('UNAUTHORIZED', {
    message: 'Nobody is logged in',
    headers: { 'www-authenticate': 'DPoP error="invalid_token", algs="ES256"' },
  })
}
