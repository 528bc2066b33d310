export { localGenesisHash } from './methods.js'
export { type Mint, mints } from './mints.js'
export { loadPeople, type People, type Person, privateKeyOf } from './people.js'
export { type Ledger, startLedger } from './startLedger.js'
