import { accountOf, nftKey } from '../../../features/account/state.js'
import type { ViewParameters } from '../../../features/modal/screens.js'
import { activeNetwork } from '../../../features/network/state.js'
import { parseCaipAddress } from '../../../protocol/parseCaipAddress.js'
import { explorerLink } from '../../explorerLink.js'
import { useKitState } from '../../hooks/useKitState.js'
import { useKit } from '../../KitContext.js'
import { useText } from '../../locales/useText.js'
import { useSheet } from '../../shadow/ShadowRootContext.js'
import { LinkButton } from '../../ui/Button/Button.js'
import accountSheet from '../Account/Account.css.js'
import { Gone } from '../Gone/Gone.js'
import { NftPicture } from '../Token/NftPicture.js'
import sheet from './NftDetails.css.js'

/** One collectible: its picture, its creator's description, and links. */
export function NftDetails({ parameters }: { readonly parameters: ViewParameters['NftDetails'] }) {
  useSheet(accountSheet)
  useSheet(sheet)
  const text = useText()
  const nft = useKitState((state) => {
    const account = accountOf(state)
    const items = account && state.account.nfts?.[account.caipAddress]?.items
    return items?.find((item) => nftKey(item) === parameters.nft)
  })
  const kit = useKit()
  const network = useKitState(activeNetwork)
  // The collectible was transferred meanwhile, or another account is in use.
  if (nft === undefined) return <Gone />
  // Removes duplicate attributes.
  const facts = new Map(nft.attributes.map((fact) => [JSON.stringify(fact), fact]))
  const { address: token } = parseCaipAddress(nft.collection.address) ?? {}
  const href = token === undefined ? undefined : explorerLink(kit, network, { token, tokenId: nft.tokenId })
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
