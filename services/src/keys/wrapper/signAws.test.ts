import { expect, test } from 'vitest'
import { signAws } from './signAws.js'

const key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const request = {
  ...{ url: 'https://example.amazonaws.com/', region: 'us-east-1', service: 'service' },
  ...{ headers: {}, body: '', at: Date.UTC(2015, 7, 30, 12, 36) },
}

test('signs like the vector post-vanilla of the test suite of AWS', () => {
  expect(signAws(key, request)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  })
})
