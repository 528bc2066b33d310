import { list, oneOf, optionalText, text } from '../shared/setting.js'

/** The settings of the key service; part of `settingsTable`. */
export const keysSettings = {
  keysWrapper: list({
    variable: 'LATCHKEY_KEYS_WRAPPER',
    fallback: [],
    of: 'wrappers: file:PATH, vault:https://…/transit/KEY, aws:https://kms.REGION.amazonaws.com/KEY or google:https://cloudkms.googleapis.com/v1/projects/…/cryptoKeys/KEY',
    isItem: (value): value is string =>
      /^file:.+$/.test(value) ||
      /^vault:https?:\/\/[^/?#@\s]+(\/[\w.-]+){2,}$/.test(value) ||
      /^aws:https?:\/\/[^/?#@\s]+\/\S+$/.test(value) ||
      /^google:https?:\/\/[^/?#@\s]+\/v1\/projects\/[\w.-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/.test(
        value,
      ),
    meaning:
      'What protects the keys that encrypt embedded wallets in the database: a key of Vault, AWS KMS or Google Cloud KMS, or a file. The first one wraps; others open what they once wrapped. If unset, the file `wrapper.key` in the data directory, which is for development.',
  }),
  keysVaultToken: optionalText({
    variable: 'LATCHKEY_KEYS_VAULT_TOKEN',
    isSecret: true,
    meaning: 'Vault’s token, or the path of a file with it.',
  }),
  keysAwsKey: optionalText({
    variable: 'LATCHKEY_KEYS_AWS_KEY',
    isSecret: true,
    meaning: 'The access key for AWS KMS: `ID:SECRET`, or `ID:SECRET:SESSION`.',
  }),
  keysGoogleAccount: optionalText({
    variable: 'LATCHKEY_KEYS_GOOGLE_ACCOUNT',
    meaning: 'Path of the key file of the service account that may use the key of Google Cloud KMS.',
  }),
  keysGoogleTokenUrl: text({
    variable: 'LATCHKEY_KEYS_GOOGLE_TOKEN_URL',
    fallback: 'https://oauth2.googleapis.com/token',
    meaning: 'Where Google exchanges a service account’s statement for an access token.',
  }),
  keysConvenience: oneOf({
    variable: 'LATCHKEY_KEYS_CONVENIENCE',
    fallback: '0',
    values: ['0', '1'],
    meaning:
      '`1`: visitors may have an `operator` slot, which opens their wallet on any device after a login. You, the operator, can then open these wallets and sign; their owners are told.',
  }),
} as const
