import { watch } from '../../core/store.js'
import { isModalShown } from '../isModalShown.js'
import type { Kit, State } from '../Kit.js'
import { showSnackbar } from '../notify/showSnackbar.js'
import { untold } from '../notify/tellError.js'
import { forgetUnanswered, leftUnanswered, type Unanswered } from './unanswered.js'

/**
 * Tells the visitor once, in the modal, that a connected wallet may still show what an earlier page has asked it for: the
 * page was reloaded before the answer, which reaches nobody now.
 */
export function tellUnanswered(kit: Kit): void {
  const ofConnected = ({ connection }: State): readonly Unanswered[] =>
    leftUnanswered(kit).filter(({ connectorId }) => connection.connections[connectorId] !== undefined)
  const tell = () => {
    // Read again: the modal may open much later, and another tab may have had the answer since.
    const left = ofConnected(kit.store.getState())
    const last = left.filter(({ kind }) => kind === 'request').at(-1) ?? left.at(-1)
    if (last === undefined) return
    forgetUnanswered(
      kit,
      left.map(({ id }) => id),
    )
    showSnackbar(kit, { variant: 'error', message: { left: last.kind } })
  }
  const look = () => {
    if (ofConnected(kit.store.getState()).length === 0) return
    if (isModalShown(kit)) tell()
    else kit.slots.set(untold, tell)
  }
  kit.slots.onStop(watch(kit.store, ({ connection }) => connection.connections, look))
  look()
}
