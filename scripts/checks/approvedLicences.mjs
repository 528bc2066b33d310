/** The licences under which something may ship: OSI-approved, and none that reaches into what uses it. */
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
