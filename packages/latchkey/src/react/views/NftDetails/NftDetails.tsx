import { accountOf, nftKey } from '../../../features/account/state.js'
import { goBack } from '../../../features/modal/navigate.js'
import type { ViewParameters } from '../../../features/modal/state.js'
import { activeNetwork } from '../../../features/network/state.js'
import { parseCaipAddress } from '../../../protocol/caip.js'
import { explorerLink } from '../../explorerLink.js'
import { useAction } from '../../hooks/useAction.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowMount.js'
import { Button, LinkButton } from '../../ui/Button/Button.js'
import accountSheet from '../Account/Account.css.js'
import { NftPicture } from '../Token/NftPicture.js'
import sheet from './NftDetails.css.js'

/** One collectible: its picture, what its maker says of it, and where to read more. */
export function NftDetails({ parameters }: { readonly parameters: ViewParameters['NftDetails'] }) {
  useSheet(accountSheet)
  useSheet(sheet)
  const text = useText()
  const back = useAction(goBack)
  const nft = useKitState((state) => {
    const account = accountOf(state)
    const items = account && state.account.nfts?.[account.caipAddress]?.items
    return items?.find((item) => nftKey(item) === parameters.nft)
  })
  const network = useKitState(activeNetwork)
  // It was given away meanwhile, or another account is in use.
  if (nft === undefined) return <Button onClick={back}>{text('modal.back')}</Button>
  // What its maker says twice is said once.
  const facts = new Map(nft.attributes.map((fact) => [JSON.stringify(fact), fact]))
  const { address: token } = parseCaipAddress(nft.collection.address) ?? {}
  const href = token === undefined ? undefined : explorerLink(network, { token, tokenId: nft.tokenId })
  return (
    <div className="nft">
      <NftPicture nft={nft} />
      <bdi className="nft-name">{nft.name}</bdi>
      {nft.description === undefined ? null : <p className="nft-text">{nft.description}</p>}
      <dl className="nft-facts">
        <Fact name={text('nfts.collection')} value={nft.collection.name} />
        <Fact name={text('nfts.number')} value={nft.tokenId} />
        {nft.quantity === '1' ? null : <Fact name={text('send.amount')} value={nft.quantity} />}
        {[...facts].map(([key, { name, value }]) => (
          <Fact key={key} name={name} value={value} />
        ))}
      </dl>
      {href === undefined ? null : (
        <LinkButton icon="external" href={href}>
          {text('account.explorer')}
        </LinkButton>
      )}
    </div>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>
        <bdi>{name}</bdi>
      </dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}
