/**
 * Calls `stop` once the program that started this one has ended, if that program is npm's shell: npm sends a signal to
 * its shell, which ends without passing it on. Started by hand, this program may outlive its parent (`nohup`).
 *
 * @param {() => void} stop
 */
export function whenParentEnds(stop) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500)
  timer.unref()
}
