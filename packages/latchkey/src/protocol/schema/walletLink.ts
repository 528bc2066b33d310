import { toAppLink } from './link.js'

/**
 * Schemes that programs other than wallets handle, besides those that `toAppLink` refuses: the browser, operating systems and widely installed programs (IANA's
 * registry of URI schemes, and vendors' documentation). An untrusted link with such a scheme starts that program with
 * arguments that an attacker chose: `smb:` reveals the login, `ms-msdt:` ran code.
 */
// Stryker disable Regex: another blank adds an empty name, which no link has.
const systemSchemes = new Set(
  `acct adb admin afp aim alipay alipays anydesk app appstream apt attachment bitcoin bitcoincash bittorrent
  bluetooth brave calculator calendar callto cap cashapp cid cifs cmd com-eventbrite-attendee content cursor
  cvs dav davs dict discord dns dntp docker-desktop dogecoin dpp ed2k   ethereum facetime facetime-audio fax feed finger firefox fish fm ftps geo git gopher gpay gtalk h323 hcp help
  icloud-sharing icon im imap imaps info ipp ipps irc irc6 ircs iscsi itunes jabber jms jnlp
  jnlps kakaotalk lastfm lightning limo line litecoin lnurl lnurlp macappstore macappstores magnet map mapi
  maps market message mid mms mmsh mmst monero mongodb mqtt mqtts msnim mtp mumble mvn mysql netdoc news nfs nfs4
  nih nntp notes obsidian ocf odopen office onedrive opera outlook pack palm paparazzi paypal paytm
  payto phonepe photos pkcs11 platform pop pop3 postgres postgresql pres proxy putty query rdar rdp receiver redis
  rediss reload res rlogin rmi rsync rtmfp rtmp rtsp rtsps rtspu rustdesk safari saml scp search secondlife session
  sftp sgn shortcuts shttp sieve signal sip sips skype slack smp smsto smtp snap snapchat snews snmp soap solana
  spotify sqlite steam stun stuns submit svn tag teams teamspeak telnet telnets tez tftp things tip
  tool turn turns tv twitter txmt udp unreal upi urn ut2004 venmo ventrilo viber vivaldi vmrc
  vnc wais webcal webdav webdavs whatsapp wifi windsurf winrm xcode xfire xftp xmlrpc xmpp xri
  teliaeid tn3270 ymsgr zcash zed zoommtg zoomphonecall zoomus`.split(/\s+/),
)
// Stryker restore Regex
/** Families of schemes that vendors keep extending, and names that say that they pass a command. */
const systemFamilies =
  /^(ms-|microsoft|windows|x-|apple-|com\.apple|itms|chrome-|moz-|search-|app-settings|vscod|jetbrains|idea|github|git[+-]|svn\+|view-|web\+|android-|intent-|prefs|applescript|shell|powershell|ssh|smb|ldap|teamviewer|onenote|otpauth|.*-cmd$)/

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
