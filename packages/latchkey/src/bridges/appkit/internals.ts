import { refusedValue } from './unsupported.js'

// The incumbent's internals, which it also exports. Apps that import them still load; each call throws and names what
// to use instead.

const kit = 'read and act through `modal.kit`: its `store`, and the actions of `latchkey`.'

export const AccountController = /* @__PURE__ */ refusedValue('AccountController', kit)
export const CoreHelperUtil = /* @__PURE__ */ refusedValue('CoreHelperUtil', kit)
export const WcHelpersUtil = /* @__PURE__ */ refusedValue(
  'WcHelpersUtil',
  'what a wallet has approved is in `getApprovedCaipNetworkIds`.',
)
