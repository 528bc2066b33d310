import * as v from 'valibot'

// What the login screens read, too: they must not load the schemas of all messages.

/** An e-mail address (spec §5 "Frame messages"). */
export const emailAddress = v.pipe(v.string(), v.maxLength(254), v.email())
export const socialProvider = v.picklist(['google', 'github', 'apple', 'facebook', 'x', 'discord', 'oidc'])
