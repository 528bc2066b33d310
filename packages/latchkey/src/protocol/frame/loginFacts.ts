import * as v from 'valibot'

// What the login screens read, too: they must not load the schemas of all messages.

/**
 * An e-mail address (spec §5 "Frame messages"), of ASCII. Before the `@` it has atoms of RFC 5321, but not `!` and `%`, by which old servers
 * pass mail on to others, nor `|` and the backtick, which begin commands, nor `=?`, which
 * begins an encoded word (RFC 2047). A domain of other letters has its A-labels (`xn--…`), which are also
 * what is shown: names that look alike then differ.
 */
export const emailAddress = v.pipe(
  v.string(),
  v.maxLength(254),
  v.regex(
    /^(?!.*=\?)[\w#$&'*+/=?^{}~-]+(?:\.[\w#$&'*+/=?^{}~-]+)*@(?:(?:[\da-z]+(?:-[\da-z]+)*|xn--[\da-z-]*[\da-z])\.)+(?:[a-z]{2,}|xn--[\da-z-]*[\da-z])$/i,
  ),
)
export const socialProvider = v.picklist(['google', 'github', 'apple', 'facebook', 'x', 'discord', 'oidc'])
