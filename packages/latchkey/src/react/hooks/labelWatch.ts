/** Detects whether a button has had a label since it got the focus, even one that was removed again. */
export type LabelWatch = {
  /** Restarts the watch when a button gets the focus. */
  start(button: HTMLButtonElement): void
  /** Returns true if this button has been watched since it got the focus and has had no label in that time. */
  isClear(button: HTMLButtonElement): boolean
  stop(): void
}

/**
 * Detects a label that a script attached to a button. Such a script can remove the label before the button receives the
 * press, so everything that joins a label to a button is watched from the focus on: labels that come and go, `for`,
 * `id`, and moves of the button itself.
 */
export function createLabelWatch(): LabelWatch {
  let watched: HTMLButtonElement | undefined
  let hadLabel = false
  const observer = new MutationObserver(read)

  function read(records: readonly MutationRecord[]) {
    hadLabel ||= records.some(
      ({ type, addedNodes, removedNodes }) =>
        type === 'attributes' || [...addedNodes, ...removedNodes].some(isAboutLabels),
    )
  }

  function isAboutLabels(node: Node): boolean {
    if (!(node instanceof Element)) return false
    return node.matches('label') || node.querySelector('label') !== null || node.contains(watched ?? null)
  }

  return {
    start(button) {
      observer.disconnect()
      watched = button
      hadLabel = button.labels.length > 0
      observer.observe(button.getRootNode(), {
        subtree: true,
        childList: true,
        attributeFilter: ['for', 'id'],
      })
    },
    isClear(button) {
      // The observer has not yet reported changes from the current task.
      read(observer.takeRecords())
      return watched === button && !hadLabel && button.labels.length === 0
    },
    stop() {
      observer.disconnect()
      watched = undefined
    },
  }
}
