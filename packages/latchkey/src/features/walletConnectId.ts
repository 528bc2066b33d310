/** The id of the connector that speaks the connection protocol. */
export const walletConnectId = 'walletConnect'
