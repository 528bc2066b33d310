/** Links that do not open a wallet. The link readers of both packages refuse all of them. */
export const systemLinks: readonly string[] = [
  ...['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'blob:https://a.example/1'],
  ...['intent://open#Intent;scheme=x;end', 'view-source:https://a.example', 'wc:abc@2?symKey=00'],
  ...['ftp://a.example', 'ws://a.example', 'mailto:a@b.example', 'tel:112', 'sms:112'],
  ...['onenote-cmd://x', 'any-cmd:', 'vbscript:x'],
  ...['smb://a.example/share', 'ldap://a.example', 'ldaps://a.example', 'ssh://a.example', 'git://a.example'],
  ...[
    'vscode://x',
    'vscode-insiders://x',
    'jetbrains://x',
    'ms-msdt:/id',
    'ms-word:ofe|u|x',
    'search-ms:query=x',
  ],
  ...[
    'itms-services://?action=download-manifest',
    'itms-apps://x',
    'x-apple.systempreferences:',
    'shell:startup',
  ],
]
