/** The code for signing in, as one module that is loaded on demand. */
export { offerAuthentication, verifyAuths } from './offerAuthentication.js'
export { onAuthenticateAnswer } from './onAuthenticateAnswer.js'
