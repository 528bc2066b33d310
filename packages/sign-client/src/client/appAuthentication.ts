/** Everything that only a sign-in needs, as the one module that is loaded for it. */
export { offerAuthentication, verifyAuths } from './offerAuthentication.js'
export { onAuthenticateAnswer } from './onAuthenticateAnswer.js'
