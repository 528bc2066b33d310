export { embeddedPolicy, sendingMethods } from '../protocol/frame/embeddedMethods.js'
export { embeddedFamilies } from '../protocol/frame/embeddedNetworks.js'
export {
  consentLimit,
  type Envelope,
  envelope,
  type FrameError,
  type FrameErrorCode,
  frameErrorCodes,
  frameHandshake,
  frameVersion,
  messageLimits,
  openLimit,
} from '../protocol/frame/envelope.js'
export { type HostEvent, type HostEventType, hostEvents } from '../protocol/frame/hostEvents.js'
export {
  type FrameAnswer,
  type FrameEvent,
  type FrameEventType,
  type FramePayload,
  type FrameRequestType,
  type FrameUser,
  frameEvents,
  frameRequests,
  frameTimeout,
  type SocialLogin,
  type SurfaceView,
} from '../protocol/frame/messages.js'
