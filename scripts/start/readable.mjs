/**
 * Turns a line of the services' log, which is JSON for machines, into one for people:
 * `services, warn: settingIgnored (name=LATCHKEY_X)`. Returns other lines as they are.
 *
 * @param {string} line
 * @returns {string}
 */
export function readable(line) {
  try {
    const { time: _, level, event, ...fields } = JSON.parse(line)
    if (typeof level !== 'string' || typeof event !== 'string') return line
    const told = Object.entries(fields).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    return `services, ${level}: ${event}${told.length === 0 ? '' : ` (${told.join(', ')})`}`
  } catch {
    return line
  }
}
