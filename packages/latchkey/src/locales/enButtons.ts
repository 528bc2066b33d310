/** What the buttons in a host's page say, in English: apart, because they are there before anything is clicked. */
export const enButtons = {
  'button.connect': 'Connect wallet',
  'button.connecting': 'Connecting…',
  'button.switchNetwork': 'Switch network',
  'button.selectNetwork': 'Select network',
  'button.unknownNetwork': 'Unknown network',
  'button.account': 'Account {address}',
  'button.network': 'Network: {name}',
} as const
