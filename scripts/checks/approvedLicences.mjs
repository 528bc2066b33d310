/** The licences under which a package may ship: OSI-approved and not copyleft towards its users. */
export const approvedLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'MIT OR Apache-2.0',
  '(MIT OR Apache-2.0)',
  'Apache-2.0 OR MIT',
])
