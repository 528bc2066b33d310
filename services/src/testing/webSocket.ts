/** Node 20 has no WebSocket client. */
export { WebSocket } from 'ws'
