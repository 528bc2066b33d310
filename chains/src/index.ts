export { accountContracts } from './accountContracts.js'
export { createBundler } from './bundler/createBundler.js'
export { type RunningBundler, startBundler } from './bundler/startBundler.js'
export { contracts } from './contracts.js'
export { deployAll } from './deployAll.js'
export {
  farcasterRegistries,
  putFarcasterRegistries,
  registerFarcasterAccount,
  registryAbi,
} from './farcaster.js'
export { names } from './names.js'
export { lookAlike, people } from './people.js'
export { seedHistory } from './seedHistory.js'
export { servicesSettings } from './servicesSettings.js'
export { makeSmartAccount, type SmartAccount } from './smartAccount.js'
export { type ListedToken, tokensOf } from './tokens.js'
