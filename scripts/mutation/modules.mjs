/**
 * The modules that decide amounts, signatures, links, permissions, chain ids and envelopes. The tests beside them must
 * notice every change in them, because running all tests that reach a module takes hours. Without `names`, all of a
 * folder's modules count; without `tests`, all of its tests run.
 *
 * @type {{ folder: string, names?: string[], tests?: string[] }[]}
 */
export const groups = [
  { folder: 'packages/latchkey/src/protocol/amounts' },
  {
    folder: 'packages/latchkey/src/protocol',
    names: [
      ...['addressShape', 'caip', 'chainIdOf', 'compareAddresses', 'formatUnits', 'parseCaipAddress'],
      ...['rpcMethods', 'saysNotDone', 'toHexChainId'],
    ],
    tests: [
      ...['addressShape', 'caip', 'chainIdOf', 'compareAddresses', 'formatUnits', 'parseCaipAddress'],
      ...['rpcMethods', 'saysNotDone'],
    ],
  },
  { folder: 'packages/latchkey/src/protocol/schema', names: ['link', 'imageLink', 'walletLink'] },
  { folder: 'packages/latchkey/src/core', names: ['intent'], tests: ['intent'] },
  {
    folder: 'packages/latchkey/src/features/send',
    names: [
      ...[
        'makeIntent',
        'transferOf',
        'lookalikeOf',
        'sendPlan',
        'askReplacement',
        'confirmName',
        'submitSend',
      ],
      ...['recipients', 'checkRecipient', 'knownRecipients'],
    ],
  },
  {
    folder: 'packages/latchkey/src/features/intent',
    names: ['guardedProvider', 'passRequest', 'refuseMethod'],
  },
  {
    folder: 'packages/latchkey/src/adapters/eip155',
    names: [
      ...['paymentLinks', 'transferFacts', 'firmClient', 'isTransferOf', 'isTransferWithin', 'clearAnswer'],
      ...['walletState', 'callOf'],
    ],
    // Those without a chain.
    tests: [
      ...['paymentLinks', 'transferFacts', 'firmClient', 'isTransferOf', 'isTransferWithin', 'clearAnswer'],
      ...['walletState', 'callOf'],
    ],
  },
  // Without `agreement`, whose libraries take seconds to load for each change.
  {
    folder: 'packages/latchkey/src/siwx/message',
    tests: ['grammar', 'formatSiwxMessage', 'readSiwxMessage', 'cacao', 'recap'],
  },
  {
    folder: 'packages/latchkey/src/siwx/verify',
    names: [
      ...['SiwxError', 'keySignature', 'nonces', 'peers', 'preDelegated', 'verifyBip122', 'verifyPolkadot'],
      ...['verifySiwx', 'verifySiwxAll', 'verifySolana'],
    ],
    tests: [
      ...[
        'bip122',
        'everyFamily',
        'keySignature',
        'malformed',
        'ownVerifier',
        'peers',
        'polkadot',
        'preDelegated',
        'solana',
      ],
      ...['verifySiwx', 'verifySiwxAll'],
    ],
  },
  {
    folder: 'packages/latchkey/src/siwx/verify',
    names: ['contractSignature', 'verifyEip155'],
    // Those without a chain.
    tests: ['contractSignature', 'keySignature', 'majority', 'malformed'],
  },
  { folder: 'packages/sign-client/src/crypto', names: ['envelope', 'keys'] },
  { folder: 'packages/sign-client/src/protocol', names: ['pairingUri', 'caip', 'namespaces', 'metadata'] },
  {
    folder: 'services/src/outbound',
    names: ['isPublicAddress', 'guardedFetch', 'fetchUpstream'],
    tests: ['isPublicAddress', 'guardedFetch', 'publicHosts', 'fairness', 'fetchUpstream'],
  },
  {
    folder: 'services/src/auth',
    names: ['readProof', 'checkProof', 'tokenOf', 'pageOf'],
    tests: ['readProof', 'checkProof', 'tokenOf', 'pageOf'],
  },
  { folder: 'services/src/blockchain', names: ['asksTooMuch'], tests: ['asksTooMuch'] },
  { folder: 'services/src/relay/auth' },
]
