export { contentSecurityPolicy } from '../csp/contentSecurityPolicy.js'
