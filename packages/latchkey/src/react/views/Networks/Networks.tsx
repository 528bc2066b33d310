import { useId, useState } from 'react'
import { pushView } from '../../../features/modal/navigate.js'
import type { Network } from '../../../protocol/entities/Network.js'
import { useAction } from '../../hooks/useAction.js'
import { useFamilyName } from '../../hooks/useFamilyName.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { Button } from '../../ui/Button/Button.js'
import { Divider } from '../../ui/Divider/Divider.js'
import { SearchField, searchFrom } from '../../ui/Field/SearchField.js'
import { Notice } from '../../ui/Notice/Notice.js'
import { NetworkRows } from './NetworkRows.js'
import sheet from './Networks.css.js'

/**
 * The host's networks, with the testnets in a separate list. Networks of several chain families are grouped by family,
 * and the search finds a family's networks by its name too.
 */
export function Networks() {
  useSheet(sheet)
  const text = useText()
  const push = useAction(pushView)
  const familyName = useFamilyName()
  const [typed, setTyped] = useState('')
  const networks = useKitState((state) => state.network.networks)
  const families = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const isGrouped = families.length > 1
  const wanted = typed.trim().toLowerCase()
  const found = networks.filter(({ name, chainNamespace }) =>
    [name, ...(isGrouped ? [familyName(chainNamespace)] : [])].some((one) =>
      one.toLowerCase().includes(wanted),
    ),
  )
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
      {isGrouped ? (
        families.map((family) => (
          <FamilyNetworks
            key={family}
            name={familyName(family)}
            networks={found.filter(({ chainNamespace }) => chainNamespace === family)}
          />
        ))
      ) : (
        <NetworkLists networks={found} label={text('networks.list')} />
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

/** The networks of one chain family, under its name. */
function FamilyNetworks({
  name,
  networks,
}: {
  readonly name: string
  readonly networks: readonly Network[]
}) {
  const id = useId()
  if (networks.length === 0) return null
  return (
    <section className="networks" aria-labelledby={id}>
      <h3 id={id} className="networks-family">
        {name}
      </h3>
      <NetworkLists networks={networks} label={name} />
    </section>
  )
}

function NetworkLists({
  networks,
  label,
}: {
  readonly networks: readonly Network[]
  readonly label: string
}) {
  const text = useText()
  const mainnets = networks.filter(({ testnet }) => testnet !== true)
  const testnets = networks.filter(({ testnet }) => testnet === true)
  return (
    <>
      {mainnets.length === 0 ? null : <NetworkRows networks={mainnets} label={label} />}
      {testnets.length === 0 ? null : (
        <>
          {mainnets.length === 0 ? null : <Divider>{text('networks.testnets')}</Divider>}
          <NetworkRows networks={testnets} label={text('networks.testnets')} />
        </>
      )}
    </>
  )
}
