import { useState } from 'react'
import { pushView } from '../../../features/modal/navigate.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button } from '../../ui/Button/Button.js'
import { Divider } from '../../ui/Divider/Divider.js'
import { SearchField, searchFrom } from '../../ui/Field/SearchField.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { NetworkRows } from './NetworkRows.js'
import sheet from './Networks.css.js'

/** The host's networks, with the testnets in a separate list. */
export function Networks() {
  useSheet(sheet)
  const text = useText()
  const push = useAction(pushView)
  const [typed, setTyped] = useState('')
  const networks = useKitState((state) => state.network.networks)
  const wanted = typed.trim().toLowerCase()
  const found = networks.filter(({ name }) => name.toLowerCase().includes(wanted))
  const mainnets = found.filter(({ testnet }) => testnet !== true)
  const testnets = found.filter(({ testnet }) => testnet === true)
  return (
    <div className="networks">
      {networks.length < searchFrom ? null : (
        <SearchField
          value={typed}
          label={text('networks.search')}
          clearLabel={text('common.clear')}
          onChange={setTyped}
        />
      )}
      {found.length === 0 ? <Notice icon="search" title={text('networks.empty')} /> : null}
      {mainnets.length === 0 ? null : <NetworkRows networks={mainnets} label={text('networks.list')} />}
      {testnets.length === 0 ? null : (
        <>
          {mainnets.length === 0 ? null : <Divider>{text('networks.testnets')}</Divider>}
          <NetworkRows networks={testnets} label={text('networks.testnets')} />
        </>
      )}
      <div className="networks-foot">
        {text('networks.hint')}
        <Button variant="quiet" size="small" onClick={() => push({ name: 'WhatIsANetwork' })}>
          {text('networks.what')}
        </Button>
      </div>
    </div>
  )
}
