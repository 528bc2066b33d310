export {
  BIP122Verifier,
  CloudAuthSIWX,
  DefaultSIWX,
  EIP155Verifier,
  InformalMessenger,
  LocalStorage,
  ReownAuthentication,
  SIWXConfig,
  SolanaVerifier,
} from '../../bridges/appkit/siwe/siwx.js'
