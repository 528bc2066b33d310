import { enButtons } from './enButtons.js'

/**
 * Every text a visitor reads, in English; the errors' texts are in `protocol/errors.ts`. A `{slot}` is filled in when
 * the text is shown. Sentence case, buttons are verbs, no exclamation marks.
 */
export const en = {
  ...enButtons,

  'modal.close': 'Close',
  'modal.back': 'Back',
  'modal.help': 'What is a wallet?',
  'modal.network': 'Switch network, now {name}',
  'modal.dismiss': 'Dismiss',
  'modal.failed': 'This screen could not be loaded',
  'modal.gone': 'There is nothing to show here any more',
  'modal.failedText': 'Check your network and try again. If that does not help, reload the page.',
  'common.or': 'or',
  'common.retry': 'Try again',
  'common.clear': 'Clear',
  'common.cancel': 'Cancel',
  'common.loading': 'Loading',

  'connect.title': 'Connect wallet',
  'connect.wallets': 'Wallets',
  'connect.allWallets': 'All wallets',
  'connect.tagQr': 'QR code',
  'connect.tagRecent': 'Recent',
  'connect.tagInstalled': 'Installed',
  'connect.tagMultichain': 'Multichain',
  'connect.legal': 'By connecting your wallet, you agree to our {terms} and {privacy}.',
  'connect.legalTerms': 'By connecting your wallet, you agree to our {terms}.',
  'connect.legalPrivacy': 'By connecting your wallet, you agree to our {privacy}.',
  'connect.checkbox': 'I agree to the {terms} and {privacy}',
  'connect.checkboxTerms': 'I agree to the {terms}',
  'connect.checkboxPrivacy': 'I agree to the {privacy}',
  'connect.terms': 'terms of service',
  'connect.privacy': 'privacy policy',
  'connect.withWallet': 'Continue with a wallet',
  'connect.noWallet': "Haven't got a wallet?",
  'connect.getStarted': 'Get started',
  'connect.browserWallet': 'Browser wallet',
  'connect.ambiguous': '{rdns} · {count} wallets use this name',
  'connect.empty': 'No wallet found in this browser',
  'connect.emptyText': 'Get a wallet, then come back here to connect.',

  'allWallets.title': 'All wallets',
  'allWallets.search': 'Search wallets',
  'allWallets.certified': 'Certified',
  'allWallets.installed': 'Installed',
  'allWallets.filters': 'Filters',
  'allWallets.empty': 'No wallet found',
  'allWallets.emptyText': 'No wallet has this name.',
  'allWallets.clear': 'Clear the search',
  'allWallets.failed': 'Could not load wallets',
  'allWallets.scan': 'Show QR code',
  'allWallets.results': 'one={count} wallet|other={count} wallets',

  'connecting.title': 'WalletConnect',
  'connecting.ways': 'Ways to connect',
  'connecting.qr': 'QR code',
  'connecting.mobile': 'Mobile',
  'connecting.browser': 'Browser',
  'connecting.desktop': 'Desktop',
  'connecting.web': 'Web',
  'connecting.scan': 'Scan this QR code with your phone',
  'connecting.scanWith': 'Scan this QR code with {name}',
  'connecting.qrLabel': 'QR code to connect a wallet',
  'connecting.copy': 'Copy link',
  'connecting.copied': 'Link copied',
  'connecting.copyFailed': 'Failed to copy',
  'connecting.continueIn': 'Continue in {name}',
  'connecting.acceptInWallet': 'Accept the connection request in your wallet',
  'connecting.openAndContinue': 'Open and continue in the wallet app',
  'connecting.openTab': 'Open and continue in a new browser tab',
  'connecting.slow': 'Open your wallet to continue',
  'connecting.open': 'Open {name}',
  'connecting.declinedText': 'You can try again when you are ready.',
  'connecting.pendingText': 'A request may still be open in the wallet.',
  'connecting.restoring': 'The connection to your wallet is down. It is restored by itself.',
  'connecting.notInstalled': 'Not detected',
  'connecting.notInstalledText': '{name} is not installed in this browser.',
  'connecting.noWallet': "Don't have {name}?",
  'connecting.get': 'Get',
  'connecting.renewed': 'The code expired. Here is a new one.',
  'connecting.ended': '{wallet} has disconnected',

  'multichain.text': 'Choose the network to connect {name} with',

  'networks.title': 'Choose network',
  'networks.search': 'Search networks',
  'networks.list': 'Networks',
  'networks.testnets': 'Testnets',
  'networks.notApproved': 'Your wallet has not approved this network',
  'networks.hint': 'Your wallet may not support all of these networks.',
  'networks.what': 'What is a network?',
  'networks.empty': 'No network found',

  'switch.title': 'Switch network',
  'switch.approve': 'Approve in {name}',
  'switch.approveText': 'Accept the request in your wallet.',
  'switch.declinedText': 'Your wallet may not support this network.',
  'unsupported.text':
    'This app does not support the network your wallet is on. Switch to one of these to continue.',

  'account.title': 'Account',
  'account.copy': 'Copy address',
  'account.copied': 'Address copied',
  'account.balance': 'Balance',
  'account.balanceFailed': 'Balance unavailable',
  'account.locked': '{free} transferable, {locked} locked',
  'account.explorer': 'View on explorer',
  'account.explorerShort': 'Explorer',
  'account.disconnect': 'Disconnect',
  'account.disconnecting': 'Disconnecting…',
  'account.connectedWith': 'Connected with {name}',

  'account.views': 'What to show',
  'account.total': 'Total value',
  'account.tokens': 'Tokens',
  'account.nfts': 'NFTs',
  'account.activity': 'Activity',
  'account.switch': 'Switch account',
  'account.accounts': 'Your accounts',
  'account.payment': 'Payment',
  'label.title': 'Name an address',
  'label.this': 'Name this address',
  'label.name': 'Name',
  'label.hint': 'Only you see this name, in this browser.',
  'label.save': 'Save',
  'label.remove': 'Remove name',
  'label.edit': 'Rename {name}',
  'account.another': 'Connect another wallet',
  'tokens.empty': 'No tokens yet',
  'tokens.emptyText': 'What you receive on this network appears here.',
  'tokens.small': 'Small balances ({count})',
  'tokens.unverified': 'Unverified',
  'nfts.title': 'Collectible',
  'nfts.empty': 'No collectibles yet',
  'nfts.emptyText': 'What you collect on this network appears here.',
  'nfts.spam': 'Hidden collectibles ({count})',
  'nfts.failed': 'Could not load collectibles',
  'nfts.collection': 'Collection',
  'nfts.number': 'Number',
  'activity.empty': 'No activity yet',
  'activity.emptyText': 'Your next transactions will appear here',
  'activity.spam': 'Possible spam ({count})',
  'activity.reading': 'Reading earlier transactions: {share}',
  'activity.older': 'Show earlier ones',
  'activity.concluded': 'Concluded from the balance',
  'activity.lacksPayouts': 'Coin that contracts paid out may be missing here.',
  'activity.lacksMore': 'This list may be incomplete. An explorer shows everything.',
  'activity.pending': 'Pending',
  'activity.failed': 'Failed',
  'activity.lost': 'No longer known to the network',
  'activity.replaced': 'Replaced by another transaction',
  'activity.to': 'To {address}',
  'activity.from': 'From {address}',
  'activity.approve': 'Approved',
  'activity.borrow': 'Borrowed',
  'activity.burn': 'Burned',
  'activity.cancel': 'Canceled',
  'activity.claim': 'Claimed',
  'activity.deploy': 'Deployed',
  'activity.deposit': 'Deposited',
  'activity.execute': 'Executed',
  'activity.mint': 'Minted',
  'activity.receive': 'Received',
  'activity.repay': 'Repaid',
  'activity.revoke': 'Revoked',
  'activity.send': 'Sent',
  'activity.stake': 'Staked',
  'activity.trade': 'Swapped',
  'activity.unstake': 'Unstaked',
  'activity.withdraw': 'Withdrawn',

  'send.title': 'Send',
  'send.amount': 'Amount',
  'send.available': '{amount} {symbol} available',
  'send.max': 'Max',
  'send.inFiat': 'Enter in dollars',
  'send.inToken': 'Enter in {symbol}',
  'send.selectToken': 'Select token',
  'send.searchToken': 'Search token',
  'send.yourTokens': 'Your tokens',
  'send.noTokens': 'No tokens found',
  'send.recipient': 'Recipient',
  'send.placeholder': 'Address or name',
  'send.suggestions': 'Recent and named',
  'send.paste': 'Paste',
  'send.scan': 'Scan a code',
  'send.scanText': 'Hold the code of an address in front of the camera.',
  'send.cameraAsking': 'Allow the camera when your browser asks.',
  'send.noCamera': 'The camera could not be used',
  'send.noCameraText': 'Allow it in your browser, or paste the address.',
  'send.cameraRefused': 'The camera is not allowed',
  'send.cameraMissing': 'No camera was found',
  'send.cameraMissingText': 'Choose a picture of the code, or paste the address.',
  'send.cameraBusyText': 'Another app may be using it. Close that one and try again.',
  'send.choosePicture': 'Choose a picture',
  'send.noCode': 'No code was found in this picture.',
  'send.notAnAddress': 'This code is not that of an address.',
  'send.preview': 'Preview send',
  'send.incorrectValue': 'Incorrect value',
  'send.addAmount': 'Add amount',
  'send.insufficientFunds': 'Insufficient funds',
  'send.insufficientFee': 'Not enough for the network fee',
  'send.addAddress': 'Add address',
  'send.invalidAddress': 'Invalid address',
  'send.estimating': 'Estimating the network cost',
  'send.grouping': 'This amount cannot be read. Write it like this: {example}',
  'send.decimals': 'Decimals: at most {count}',
  'send.unknownName': 'Nobody has this name.',
  'send.nameHidden': 'This name has characters that cannot be seen.',
  'send.checksum': 'This address has a typing mistake.',
  'send.linkToken': 'This link asks for a token that is not in your list: {address}',
  'send.linkNetwork': 'This link is for {network}.',
  'send.linkForeign': 'This link is for a network that is not offered here: {network}',
  'send.linkUnsupported': 'This link asks for more than a payment. Type the address and the amount.',
  'send.linkAmount': 'The amount in this link cannot be read. Type the address and the amount.',
  'send.firstTime': 'You have not sent to this address before.',
  'send.self': 'This is your own address.',
  'send.contract': 'This is a contract. It may not be able to give back what you send.',
  'send.tokenContract': 'This is the contract of a token. What you send there is lost.',
  'send.lookalike': 'This looks like an address you know, but it is another one.',
  'send.lookalikeText': 'Such addresses are made to be copied by mistake. What differs is marked.',
  'send.lookalikeEntered': 'The address you entered',
  'send.lookalikeKnown': 'The address you know',
  'send.different': 'different: {characters}',
  'send.typeEnd': 'To go on, type the last {count} characters of the address you entered.',
  'send.compare': 'Compare the addresses',
  'send.nameChanged': 'This name has just begun to lead to another address. Compare it before you send.',
  'send.nobodys': 'Nobody has the key to this address. What you send there is lost.',
  'send.unverified': 'No list knows this token. Anyone can give a token any name.',
  'send.kept': '{kept} must stay in the account.',
  'send.withheld': 'The token keeps {kept} of it. The recipient gets {rest}.',
  'send.collectibles': 'A coin that this spends may hold a collectible, such as an inscription.',
  'send.costHigh': 'The network cost is {share} of the amount.',
  'send.contractOf': 'Token contract',
  'send.symbolDiffers': 'Your list says {listed}, but the contract says {symbol}.',
  'send.priceMoved': 'The price was {price} earlier.',
  'send.unstored': 'This browser cannot store this transfer. Keep this page open until it is done.',
  'send.reviewTitle': 'Review send',
  'send.from': 'From',
  'send.network': 'Network',
  'send.cost': 'Network cost',
  'send.costUnknown': 'Not known yet',
  'send.careful': 'Review transaction carefully',
  'send.confirm': 'Send',
  'send.confirmAnyway': 'Send anyway',
  'send.waiting': 'Approve in {name}',
  'send.started': 'Transaction started',
  'send.sending': 'Sending {amount} {symbol}',
  'send.sendingText': 'You can close this. The transaction goes on by itself.',
  'send.sent': 'Sent {amount} {symbol}',
  'send.failed': 'The transaction failed',
  'send.failedText': 'Nothing was sent. The network cost is spent.',
  'send.lost': 'The network no longer knows this transaction',
  'send.lostText': 'It may have been replaced. Look in your wallet before you send again.',
  'send.replaced': 'This transaction was replaced',
  'send.replacedText':
    'Another one of this account took its place. Look at your activity before you send again.',
  'send.asked': 'Waiting for {name}',
  'send.askedText': 'Approve or decline it in your wallet.',
  'send.unknown': 'Not known yet whether this was sent',
  'send.unknownText': 'The network is being checked. Do not send it again meanwhile.',
  'send.answeredText':
    'Your wallet answered with another transaction, which may have sent this. Look at it before you send again.',
  'send.notSent': 'This was not sent',
  'send.giveUp': 'Stop checking',
  'send.giveUpText': 'Stopping does not cancel the request: your wallet may still send it. Look there first.',
  'send.keepChecking': 'Keep checking',
  'send.goneText': 'Your wallet may still do what it was asked. Look there before you try again.',
  'send.goneUnsigned': 'Nothing was signed.',
  'send.request': 'Wallet request',
  'send.stopWaiting': 'Stop waiting',
  'send.stopWaitingText': 'Your wallet may still show the request. A signature that comes later is not used.',
  'send.keepWaiting': 'Keep waiting',
  'send.done': 'Done',

  'receive.title': 'Receive',
  'receive.text': 'Copy your address or scan this QR code',
  'receive.qr': 'QR code of your address',
  'receive.networks': 'Only receive assets on these networks',
  'receive.compatible': 'Compatible networks',
  'receive.compatibleText': 'You can only receive assets on these networks',

  'signIn.title': 'Sign in',
  'signIn.needs': '{name} needs to connect to your wallet',
  'signIn.text': 'Sign this message to prove you own this wallet and proceed.',
  'signIn.requiredText':
    'Sign this message to prove you own this wallet and proceed. Canceling will disconnect you.',
  'signIn.checking': 'Checking your sign-in',
  'signIn.checkingText': 'This takes a moment.',
  'signIn.sign': 'Sign',
  'signIn.signing': 'Signing…',
  'signIn.thisApp': 'This app',

  'whatIsAWallet.title': 'What is a wallet?',
  'whatIsAWallet.login': 'One login for every app',
  'whatIsAWallet.loginText': 'Log in to apps with your wallet. No more accounts and passwords to remember.',
  'whatIsAWallet.home': 'A home for what you own',
  'whatIsAWallet.homeText': 'Keep, send and receive tokens and collectibles in one place that is yours.',
  'whatIsAWallet.gateway': 'You hold the keys',
  'whatIsAWallet.gatewayText': 'Nothing moves unless you approve it in your wallet.',
  'whatIsAWallet.get': 'Get a wallet',

  'whatIsANetwork.title': 'What is a network?',
  'whatIsANetwork.nuts': 'Where your tokens live',
  'whatIsANetwork.nutsText': 'A network keeps the record of who owns what. Each one keeps its own.',
  'whatIsANetwork.uses': 'Made for different uses',
  'whatIsANetwork.usesText': 'Some are fast and cheap, others are older and hold more value.',
  'whatIsANetwork.choose': 'You choose where to act',
  'whatIsANetwork.chooseText': 'Your wallet asks before it moves from one network to another.',

  'getWallet.title': 'Get a wallet',
  'getWallet.explore': 'See all wallets',
  'getWallet.text': 'Pick one, install it, and come back here to connect.',
  'getWallet.empty': 'No wallets to suggest',

  'downloads.title': 'Get {name}',
  'downloads.list': 'Downloads',
  'downloads.chrome': 'Chrome extension',
  'downloads.ios': 'iOS app',
  'downloads.android': 'Android app',
  'downloads.website': 'Website',
  'downloads.none': 'No download known',
  'downloads.noneText': 'This wallet has no valid link.',

  // The catalogue's own words for this are a developer's (spec §8 "Adapter messages").
  'error.FEE_ESTIMATE_FAILED': 'The network cost could not be estimated.',
  'error.REQUEST_TOO_LARGE': 'This is too long to send to the wallet. Shorten it and try again.',
} as const

export type TextKey = keyof typeof en
/** The errors that a visitor can meet while connecting and signing in; the rest is for developers, in English. */
type VisitorErrorCode =
  | 'CONNECTION_DECLINED'
  | 'REQUEST_ALREADY_PENDING'
  | 'REQUEST_REJECTED'
  | 'PAIRING_EXPIRED'
  | 'SESSION_GONE'
  | 'WALLET_ANSWER_INVALID'
  | 'WALLET_TIMED_OUT'
  | 'WALLET_SILENT'
  | 'WALLET_FAILED'
  | 'METHOD_NOT_GRANTED'
  | 'NETWORK_NOT_GRANTED'
  | 'REQUEST_INVALID'
  | 'REQUEST_TOO_LARGE'
  | 'SWITCH_DECLINED'
  | 'CONNECT_FAILED'
  | 'NO_ACCOUNTS_FOUND'
  | 'CHAIN_NOT_SUPPORTED'
  | 'DISCONNECT_FAILED'
  | 'RELAY_UNREACHABLE'
  | 'SERVICE_UNREACHABLE'
  | 'SERVICE_TIMED_OUT'
  | 'SERVICE_ANSWER_INVALID'
  | 'SERVICE_REFUSED'
  | 'RATE_LIMITED'
  | 'WALLETS_FETCH_FAILED'
  | 'STORAGE_UNAVAILABLE'
  | 'SIGNATURE_DECLINED'
  | 'SIWX_INIT_FAILED'
  | 'SEND_FAILED'
  | 'TOKEN_BALANCE_UNAVAILABLE'
  | 'TRANSACTIONS_FETCH_FAILED'
  | 'WALLET_NETWORK_DIFFERS'
  | 'WALLET_ACCOUNT_DIFFERS'
  | 'TRANSFER_ALTERED'
  | 'REVIEW_OUTDATED'
  | 'CODE_UNLOADED'
  | 'NETWORK_UNREADABLE'
  | 'TOKEN_UNREADABLE'
  | 'TOKEN_DECIMALS_DIFFER'
  | 'SEND_UNCONFIRMED'
  | 'RECIPIENT_CHANGED'
  | 'ACTION_NOT_ALLOWED'
  | 'INSUFFICIENT_FEE_FUNDS'
  | 'TRANSFER_REFUSED'
  | 'FEE_ESTIMATE_FAILED'
  | 'NAME_RESOLUTION_FAILED'

/** A complete set of texts in some language: a missing key does not compile. */
export type Texts = { readonly [key in TextKey | `error.${VisitorErrorCode}`]: string }
