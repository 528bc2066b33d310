import { toAppLink } from './link.js'

/**
 * Schemes that programs other than wallets handle: the browser, operating systems and widely installed programs (IANA's
 * registry of URI schemes, and vendors' documentation). An untrusted link with such a scheme starts that program with
 * arguments that an attacker chose: `smb:` reveals the login, `ms-msdt:` ran code.
 */
// Stryker disable Regex: another blank adds an empty name, which no link has.
const systemSchemes = new Set(
  `about acap acct adb admin afp aim android-app anydesk app appstream apt attachment bitcoin bittorrent blob bluetooth calculator calendar
  callto cap chrome cid cmd com-eventbrite-attendee content crid cursor cvs data dav davs dict discord dlna-playcontainer
  dlna-playsingle dns dntp docker-desktop dpp ed2k elsi ethereum facetime facetime-audio fax feed file filesystem
  finger fish fm ftp ftps geo git gopher gtalk h323 hcp help hydrazone iax icap icloud-sharing icon im imap imaps info
  intent ipp ipps irc irc6 ircs itunes jabber jar javascript jms jnlp kakaotalk lastfm ldap ldapi ldaps limo line lvlt
  magnet mailto map maps market message mid mms mmsh mmst mongodb mqtt mqtts msnim mtp mumble mvn mysql netdoc news nfs
  nih nntp notes obsidian ocf office onenote opaquelocktoken outlook pack palm paparazzi payto photos pkcs11 platform
  pop pop3 postgres postgresql prefs pres proxy putty query rdar rdp redis rediss reload res resource rlogin rmi rsync
  rtmfp rtmp rtsp rtsps rtspu saml scp search secondlife session sftp sgn shell shortcuts shttp sieve sip sips skype slack
  smb smp sms smsto smtp snews snmp soap soldat spotify sqlite ssh sshfs steam stun stuns submit svn tag teams
  teamspeak tel teliaeid telnet tftp things tip tn3270 tool turn turns tv udp unreal urn ut2004 vbscript vemmi ventrilo
  videotex view-source vnc vscodium wais wc webcal wifi winrm ws wss wtai wyciwyg xcode xcon xfire xftp xmlrpc xmpp xri
  alipay alipays bitcoincash cashapp cifs dogecoin gpay iscsi jnlps lightning litecoin lnurl lnurlp macappstore
  macappstores mapi monero nfs4 paypal paytm phonepe receiver rustdesk solana teamviewer10 teamviewerapi telnets tez txmt
  upi venmo vmrc webdav webdavs zcash ymsgr z39.50 z39.50r z39.50s zoommtg zoomus zoomphonecall`.split(/\s+/),
)
// Stryker restore Regex
/** Prefixes of schemes that vendors keep extending. */
const systemFamilies =
  /^(ms-|microsoft|microsoft-edge|windows|x-|apple-|com\.apple|itms|chrome-|moz-|search-|app-settings|vscode|jetbrains|idea|github|git\+|git-|svn\+|view-|web\+|android-|intent-|prefs|applescript|shell|ssh|smb|ldap)/

/**
 * Checks a link that may open a wallet: a web link, or `scheme://…` with a harmless custom scheme. Refuses every link
 * that can run script, read files or start another program (docs/security.md "links").
 */
export function toWalletLink(value: unknown): string | undefined {
  const link = toAppLink(value)
  if (link === undefined) return undefined
  const scheme = link.slice(0, link.indexOf(':'))
  return systemSchemes.has(scheme) || systemFamilies.test(scheme) ? undefined : link
}
