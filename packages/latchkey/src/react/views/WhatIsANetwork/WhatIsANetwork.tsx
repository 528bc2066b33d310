import { useText } from '../../locales/useText.js'
import { Guide } from '../Guide/Guide.js'

export function WhatIsANetwork() {
  const text = useText()
  return (
    <Guide
      points={[
        { icon: 'network', title: text('whatIsANetwork.nuts'), text: text('whatIsANetwork.nutsText') },
        { icon: 'grid', title: text('whatIsANetwork.uses'), text: text('whatIsANetwork.usesText') },
        { icon: 'check', title: text('whatIsANetwork.choose'), text: text('whatIsANetwork.chooseText') },
      ]}
    />
  )
}
