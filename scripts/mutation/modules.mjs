/**
 * The modules that decide amounts, signatures, links, permissions, chain ids and envelopes. The tests beside them must
 * notice every change in them, because running all tests that reach a module takes hours. Without `names`, all of a
 * folder's modules count; without `tests`, all of its tests run. `isIsolated`: some of the tests replace a module, so
 * that each test file must load its modules anew.
 *
 * @type {{ folder: string, names?: string[], tests?: string[], isIsolated?: boolean }[]}
 */
export const groups = [
  { folder: 'packages/latchkey/src/protocol/amounts' },
  {
    folder: 'packages/latchkey/src/protocol',
    names: [
      ...['addressShape', 'caip', 'chainIdOf', 'compareAddresses', 'formatUnits', 'hasChecksum', 'isSameId'],
      ...['looksLike', 'parseCaipAddress', 'personRefused', 'rpcMethods', 'saysNotDone', 'toHexChainId'],
      ...['toWalletError', 'walletAnswer'],
    ],
    tests: [
      ...['addressShape', 'caip', 'chainIdOf', 'compareAddresses', 'formatUnits', 'hasChecksum', 'isSameId'],
      ...['looksLike', 'parseCaipAddress', 'personRefused', 'rpcMethods', 'saysNotDone', 'toHexChainId'],
      ...['toWalletError', 'walletAnswer'],
    ],
  },
  {
    folder: 'packages/latchkey/src/protocol/schema',
    names: ['amount', 'caipSchema', 'link', 'imageLink', 'walletLink'],
  },
  {
    folder: 'packages/latchkey/src/core',
    names: ['addresses', 'intent', 'isStoredOpenTransfer', 'networkIds'],
    tests: ['addresses', 'intent', 'isStoredOpenTransfer', 'networkIds'],
  },
  {
    folder: 'packages/latchkey/src/features/send',
    names: [
      ...['makeIntent', 'transferOf', 'sendPlan', 'askReplacement', 'confirmName', 'submitSend'],
      ...['recipients', 'checkRecipient', 'readTarget', 'knownRecipients', 'warnOf', 'lookalikeOf'],
      ...['fetchLookalikes', 'isOwner', 'reviewSend', 'renewReview', 'settleReview', 'estimateSend'],
      ...['followSent', 'followAsked', 'followRefused', 'findAsked', 'lookAtSent', 'refused'],
      ...[
        'findEarlier',
        'findUnseen',
        'earlierOf',
        'isConfirmed',
        'sent',
        'sentOf',
        'takeLateAnswers',
        'giveUp',
      ],
    ],
  },
  {
    folder: 'packages/latchkey/src/features/intent',
    names: [
      ...['guardedProvider', 'passRequest', 'refuseMethod', 'rpcError'],
      ...['askWallet', 'asked', 'askForApp', 'askSignature', 'switchWallet', 'inOneTab'],
    ],
  },
  {
    folder: 'packages/latchkey/src/adapters/eip155',
    names: [
      ...['paymentLinks', 'transferFacts', 'firmClient', 'isTransferOf', 'isTransferWithin', 'clearAnswer'],
      ...[
        'walletState',
        'callOf',
        'callsStatus',
        'estimateTransfer',
        'findTransfer',
        'proveName',
        'receiptOf',
      ],
      ...['sendTransfer', 'transferStatus', 'withheldBy'],
    ],
    // Those without a chain.
    tests: [
      ...['paymentLinks', 'transferFacts', 'firmClient', 'isTransferOf', 'isTransferWithin', 'clearAnswer'],
      ...['walletState', 'callOf', 'callsStatus.scripted', 'estimateTransfer', 'findTransfer', 'proveName'],
      ...['gatewayNames', 'receiptOf', 'sendTransfer', 'transferStatus', 'withheldBy'],
    ],
  },
  {
    folder: 'packages/latchkey/src/adapters/solana',
    names: [
      ...[
        'buildTransaction',
        'estimateTransfer',
        'findTransfer',
        'instructions',
        'likenessOf',
        'paymentLinks',
      ],
      ...['prepareTransfer', 'readWire', 'sendFailure', 'sendTransfer', 'signedAsAsked', 'simulate', 'terms'],
      ...['tokenizedOwner', 'tokens', 'transferFacts', 'transferStatus', 'unasked', 'withSignature'],
      ...['resolveSns', 'sns', 'snsAccounts', 'snsRecords'],
    ],
  },
  {
    folder: 'packages/latchkey/src/adapters/bip122',
    names: [
      ...['addresses', 'choose', 'chooseCoins', 'clearAnswer', 'estimateTransfer', 'findTransfer'],
      ...['paymentLinks', 'psbt', 'sendTransfer'],
    ],
  },
  {
    folder: 'packages/latchkey/src/adapters/polkadot',
    names: [
      ...['clearAnswer', 'estimateTransfer', 'findTransfer', 'outcomeOf', 'payload', 'readAccount'],
      ...['readAppRequest', 'readIncluded', 'readSignature', 'sendTransfer', 'ss58', 'ss58Parts'],
      ...['transferCall', 'transferStatus'],
    ],
  },
  // Without `agreement`, whose libraries take seconds to load for each change.
  {
    folder: 'packages/latchkey/src/siwx/message',
    tests: ['grammar', 'formatSiwxMessage', 'readSiwxMessage', 'cacao', 'recap'],
  },
  {
    folder: 'packages/latchkey/src/siwx/verify',
    isIsolated: true,
    names: [
      ...['SiwxError', 'keySignature', 'nonces', 'peers', 'preDelegated', 'verifyBip122', 'verifyPolkadot'],
      ...['verifySiwx', 'verifySiwxAll', 'verifySolana'],
    ],
    tests: [
      ...[
        'bip122',
        'bip122Refusals',
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
  {
    folder: 'packages/sign-client/src/protocol',
    names: [
      'authMessage',
      'caip',
      'eventData',
      'metadata',
      'namespaces',
      'pairingUri',
      'peerMessage',
      'read',
      'recap',
    ],
  },
  {
    folder: 'services/src/outbound',
    isIsolated: true,
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
  {
    folder: 'services/src/shared',
    names: ['clientAddress', 'origins', 'pageOrigin'],
    tests: ['clientAddress', 'pageOrigin', 'projects'],
  },
]
