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
      ...['reviewSend', 'renewReview', 'settleReview', 'estimateSend'],
      ...['followSent', 'followAsked', 'followRefused', 'findAsked', 'lookAtSent', 'refused'],
    ],
  },
  {
    folder: 'packages/latchkey/src/features/intent',
    names: [
      ...['guardedProvider', 'passRequest', 'refuseMethod'],
      ...['askWallet', 'asked', 'askForApp', 'switchWallet', 'inOneTab'],
    ],
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
  {
    folder: 'packages/latchkey/src/adapters/solana',
    names: [
      ...['askedTerms', 'buildTransaction', 'estimateTransfer', 'findTransfer', 'instructions', 'likenessOf'],
      ...['paymentLinks', 'prepareTransfer', 'quoteTerms', 'readTransaction', 'readWire', 'sendFailure'],
      ...['sendTransfer', 'signedAsAsked', 'transferFacts', 'transferStatus', 'unasked', 'withSignature'],
      ...['resolveSns', 'sns', 'snsAccounts', 'snsRecords'],
    ],
    tests: [
      ...[
        'findTransfer',
        'prepareTransfer',
        'sendTransfer',
        'signedAsAsked',
        'signing',
        'tokens',
        'transfers',
      ],
    ],
  },
  {
    folder: 'packages/latchkey/src/adapters/bip122',
    names: [
      ...['addresses', 'choose', 'chooseCoins', 'clearAnswer', 'estimateTransfer', 'findTransfer'],
      ...['paymentLinks', 'psbt', 'sendTransfer'],
    ],
    // Those without a chain.
    tests: ['addresses.property', 'nodes', 'psbt.property', 'requests'],
  },
  {
    folder: 'packages/latchkey/src/adapters/polkadot',
    names: [
      ...['clearAnswer', 'estimateTransfer', 'findTransfer', 'outcomeOf', 'payload', 'readAccount'],
      ...['readAppRequest', 'readIncluded', 'readSignature', 'sendTransfer', 'ss58', 'ss58Parts'],
      ...['transferCall', 'transferStatus'],
    ],
    // Those without a ledger.
    tests: [
      'addresses.property',
      'clearAnswer',
      'extensions',
      'readAccount',
      'signature',
      'ss58',
      'transfers',
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
  { folder: 'packages/sign-client/src/relay', names: ['relayJwt'], tests: ['relayJwt'] },
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
