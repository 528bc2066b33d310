import type { FrameClient, FrameNews } from '../../core/FrameClient.js'
import { isSameJson } from '../../core/json.js'
import { metadataOfPage } from '../../core/metadataOfPage.js'
import { watch } from '../../core/store.js'
import { smartNetworksItem, ticketItem } from '../../protocol/embeddedItems.js'
import type { FramePayload } from '../../protocol/frame/messages.js'
import { version } from '../../protocol/version.js'
import type { Kit, State } from '../Kit.js'
import { closeModal } from '../modal/closeModal.js'
import { embeddedWallet, updateEmbedded } from './embeddedWallet.js'
import { fetchSmartNetworks } from './setAccountType.js'
import { leaveSurface, showSurface, showUnplaced } from './surface.js'

/**
 * Keeps the kit in step with the frame, and the frame with the page's look and language. Returns how to stop.
 */
export function followFrame(kit: Kit, client: FrameClient): () => void {
  const look = () => lookOf(kit)
  const stopHearing = client.subscribe((news) => hear(kit, client, news))
  const stopLook = watch(kit.store, look, (theme) => void sync(client, theme), isSameJson)
  const stopConnection = watch(kit.store, isConnected(kit), (isNow) => {
    if (isNow) void keepSmartNetworks(kit)
  })
  return () => {
    stopHearing()
    stopLook()
    stopConnection()
  }
}

function hear(kit: Kit, client: FrameClient, news: FrameNews): void {
  switch (news.type) {
    case 'READY':
      void sync(client, lookOf(kit))
      void client.request('SYNC_DAPP_DATA', dappOf(kit)).catch(() => {})
      return
    case 'SURFACE':
      if (!news.payload.isNeeded) return endSurface(kit, client)
      showSurface(kit, { view: news.payload.view ?? 'approve', id: news.payload.id })
      return showUnplaced(kit, client)
    case 'LOST':
    case 'SIGNED_OUT':
      return endSurface(kit, client)
    case 'SESSION_UPDATE':
      kit.storage.write(ticketItem, news.payload.token || undefined)
      return
    case 'LEAVE':
      // The screen itself moves the focus on.
      if (news.payload.way === 'escape') closeModal(kit)
  }
}

function endSurface(kit: Kit, client: FrameClient): void {
  client.hide()
  leaveSurface(kit)
}

/** Tells the frame how the page looks. A frame that fails shows its own look. */
async function sync(client: FrameClient, theme: FramePayload<'SYNC_THEME'>): Promise<void> {
  if (client.element() !== undefined) await client.request('SYNC_THEME', theme).catch(() => {})
}

function lookOf({ store }: Kit): FramePayload<'SYNC_THEME'> {
  const { theme, locale } = store.getState()
  const isDark = theme.mode === 'auto' ? isSystemDark() : theme.mode === 'dark'
  const themeVariables = Object.fromEntries(
    Object.entries(theme.variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return { themeMode: isDark ? 'dark' : 'light', themeVariables, locale: locale.tag }
}

function isSystemDark(): boolean {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches === true
}

function dappOf({ config }: Kit): FramePayload<'SYNC_DAPP_DATA'> {
  const { name, description, url, icons } = config.metadata ?? metadataOfPage()
  return {
    // The site shows it beside the page's origin, which alone counts; it takes no longer texts.
    metadata: {
      name: name.slice(0, 200),
      description: description.slice(0, 1_000),
      url: url.slice(0, 2_048),
      icons: icons.filter((icon) => icon.length <= 2_048).slice(0, 16),
    },
    sdkVersion: `html-latchkey-${version}`,
    sdkType: 'latchkey',
    projectId: config.projectId ?? '',
  }
}

function isConnected(kit: Kit) {
  const { connectorId } = embeddedWallet(kit)
  return ({ connection }: State) => connection.connections[connectorId] !== undefined
}

async function keepSmartNetworks(kit: Kit): Promise<void> {
  const smartNetworks = await fetchSmartNetworks(kit)
  kit.storage.write(smartNetworksItem, smartNetworks.join(','))
  updateEmbedded(kit, { smartNetworks })
}
