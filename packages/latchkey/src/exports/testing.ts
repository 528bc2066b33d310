export { createFixtureKit, type StateFixture } from '../testing/createFixtureKit.js'
export { createTestClock, type TestClock } from '../testing/createTestClock.js'
export {
  type MockBehaviour,
  type MockConnector,
  mockConnector,
  mockSession,
} from '../testing/mockConnector.js'
